/**
 * Repositories often have names that are words of every conversation about software: “the docs”, “in search”.
 * Such a word is a name only where more than its place in the sentence says so.
 */
const WORDS = `
  admin ai alert alerts analytics android api apis app apps archive assets auth authentication authorization
  automation backend backends backup base batch beat benchmark benchmarks billing blog bot bots bridge build builds
  cache caches cart catalog charts chat checkout ci cli client clients cloud code common commons components compose
  config configs configuration connector console content contracts core cron dashboard dashboards data database db
  delivery demo deploy deployment deployments design desktop dev devops devtools docker docs documentation documents
  domain editor email emails engine events example examples experiments export exporter extension extensions feed
  files flow forms framework frontend gateway git github go grafana graph graphql handbook helm home hooks http
  identity images import infra infrastructure ingest integration integrations internal inventory invoices ios jobs
  java javascript kafka kernel kit kotlin kubernetes landing lang legacy library libs lib linux log logger logging
  logs mail main marketing media memory messages messaging metrics middleware migration migrations mobile mock models
  monitor monitoring network networking node nodes notes notification notifications ops orders parser pay payment
  payments performance permissions photos pipeline pipelines platform playground plugin plugins portal postgres
  pricing product products production profile proto protocol proxy python query queue queues react recipes redis
  registry relay release releases reporting reports research results router routers routing ruby runner runners
  runtime rust samples sandbox scheduler schema schemas scripts sdk search secrets security server servers service
  services session settings shared shop site sites spec specs sql staging starter stats status storage store stores
  stream streams studio styles support swift sync system systems tasks team telemetry template templates terraform
  test testing tests theme themes thread tokens tool tooling tools tracing training translations types typescript ui
  uploads user users util utils utilities video warehouse web webapp webhooks website wiki widgets windows wire work
  worker workers workflow workflows workspace`;

const ORDINARY: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Hyphenated words that are no name by themselves. */
const HYPHENATED = new Set(
  'front-end back-end web-app open-source real-time end-to-end read-only third-party built-in client-side server-side pre-commit'.split(
    ' ',
  ),
);

export function isOrdinary(word: string): boolean {
  return ORDINARY.has(word.toLowerCase());
}

/** Nobody says `payments-go` or `node_exporter` and means anything else. */
export function isUnmistakable(word: string): boolean {
  return /[^\W_][-_.][^\W_]/.test(word) && !HYPHENATED.has(word.toLowerCase());
}

/** “in common”, “in production”: no name follows. */
const AFTER_IN = new Set(
  'code common data general memory parallel place practice process production staging sync test tests theory use windows work'.split(
    ' ',
  ),
);

export function isIdiom(word: string): boolean {
  return AFTER_IN.has(word);
}
