import { STATUS_CODES } from 'node:http';
import { termsOf } from '../../../index/terms.js';

/** Words of questions, and the words that code and documents often have for the same. */
const RELATED = `
again try tries tries attempt attempts retry: retry attempt reconnect redelivery repeat
pause pauses wait waits sleep: wait sleep delay pause backoff interval timeout
slow slower late: delay timeout latency lag
stop stops quit abort: stop abort cancel exhausted max terminate
disable disabled switch turn turned: disable disabled enabled skip ignore
enable activate: enable enabled activate
lose loses lost drop drops away discard throw: drop discard evict purge remove lost reject
keep kept stay remain survive: keep retain preserve persist store
crash crashes blow blows die dies dead kill killed explode: panic crash fatal abort exit throw kill raise error exception dead
swallow swallowed ignore ignored skip silently: ignore skip suppress swallow catch silent rescue
stuck hang hangs freeze block: block deadlock stuck lock hang timeout
pile queued waiting backlog: queue buffer pending backlog push
cut truncated short piece pieces part parts: truncate chunk split part size slice
big large huge size long: size large max length limit bytes
pick picks picked choose chosen decide decides decided select: select choose pick prefer resolve
identical equal duplicate twice: same equal duplicate unique equals
broken bad invalid wrong malformed garbage corrupt: invalid malformed corrupt broken bad error fail
missing absent gone forget forgot: missing absent required undefined null none
empty nothing blank: empty nil null none noop undefined
custom ourselves: custom override own
print show dump display: print dump log write output inspect
remember remembered cached: cache store memo
login password sign user: auth credential password login user
variable: env getenv environment
order sequence sorted: order sort sequence compare
parallel simultaneously concurrently: concurrent parallel async thread worker
clean tidy leftover: cleanup close dispose release free clear
borrow borrowed grab take takes: acquire get borrow take
delete deleted remove removed wipe erase: delete remove unlink erase clear del destroy
create created build: create new build make
change changed modify update rotate: update set modify change refresh
copy: copy clone dup
rename move: move rename
back backup restore: backup archive restore dump export
hash hashed encrypt encrypted: hash bcrypt argon scrypt digest encrypt
ban banned blocked: ban block deny suspend
save saved store stored: save store write persist put
send sent upload publish: send put upload write post publish
receive received download: receive get read consume fetch download
begin begins start starts boot: start init begin boot launch setup open
end ends finish finished: end finish complete done close
shut shutdown close closing: shutdown close stop quit terminate drain
expire expires age old: expire ttl age expiry lifetime stale
limit cap maximum: limit max cap threshold maximum
frequently: interval period poll every
escape escaped encode: escape encode quote
decode parse parsed: decode unescape parse
allowed permitted accept accepts support: allow permit accept support
forbidden refuse refused reject denied: reject deny forbid refuse disallow
check checked test validate verify ensure: check validate verify assert valid
convert turned transform: convert transform cast parse
count: count num number len total
notify notified told hook callback: callback hook notify emit event handler listener
answer answers answered reply replies response: response status reply
redirect follow: redirect location follow
certificate https: tls ssl cert
throttle throttled: rate limit throttle
fake mock stub: mock fake stub
random randomly shuffle flaky: random shuffle rand jitter variance
fallback default: default fallback
lock locked: lock mutex
forever infinite endless never: infinite forever unlimited never
wrapper: wrap caller skip
combine merged: merge combine concat join
nested inside: nested depth recursive
raw: raw bytes buffer
failed fails failure: fail error exception failure
release shipped: version since release
colour color colored: color
folder: directory dir folder path
permission permissions: mode chmod umask permission
link links: url link href uri
idle unused inactive: idle inactive keepalive
exception exceptions: error throw raise exception
acknowledge acknowledged confirmed: ack acknowledge confirm
language translated translation localized: locale culture lang language
away unreachable offline: disconnect unavailable offline closed
glue glued joined together: join concat merge
mask masked hide hidden secret: sensitive redact mask hide
standard library libraries: std stdlib
raise raised increase increased: increase raise bump
lower lowered reduce reduced decrease: reduce lower decrease
move moved switch switched migrate away: migrate move switch replace convert
lifetime validity valid: ttl expiry expire lifetime age
receive receiving incoming inbound: incoming inbound receive
sending outgoing outbound: outgoing outbound sender
signup signups signing: register registration signup
allowed allowlist whitelist: whitelist allowlist allow
immediately straight instant right: immediate inline now sync
account accounts: user register registration signup
stranger strangers anyone guest guests: anonymous guest public unauthenticated
may allowed permitted entitled: permission authorize authorization policy role can
checked check guarded protected: guard middleware permission authorize require
live instantly realtime: websocket broadcast subscribe stream event sse
notice notices notified told: notify broadcast event subscribe listener
photo photos picture pictures avatar: image thumbnail photo
company companies tenant team teams workspace: tenant organization company scope
trash bin: deleted soft restore archive
nightly daily hourly schedule scheduled periodically: cron schedule job scheduler interval
background: job worker queue task async
job jobs: task job worker queue
remind reminder reminders: notification notify mail reminder
clean cleans cleanup: prune purge cleanup expire retention
paid pay price: billing invoice payment subscription
down unavailable: unavailable unreachable timeout health error
bogus forged fake: invalid unauthorized verify
factor: totp 2fa mfa otp
sso: oidc oauth saml provider
`;

/** By the term of a word in a question: the terms of related words. */
const relatedTerms = readRelated(RELATED);

function readRelated(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  for (const line of text.trim().split('\n')) {
    const [asked = '', told = ''] = line.split(':');
    for (const term of termsOf(asked)) {
      const known = related.get(term) ?? new Set();
      for (const other of termsOf(told)) if (other !== term) known.add(other);
      related.set(term, known);
    }
  }
  return related;
}

/** Of 408: "request" and "timeout". */
function statusTermsOf(term: string): string[] {
  return /^[45]\d\d$/.test(term) ? termsOf(STATUS_CODES[term] ?? '') : [];
}

/** By the term of a word in code: the terms of a question that it may stand for. */
export function relatedTo(asked: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const term of asked) {
    for (const other of [...(relatedTerms.get(term) ?? []), ...statusTermsOf(term)]) {
      const known = found.get(other);
      if (known) known.push(term);
      else found.set(other, [term]);
    }
  }
  return found;
}
