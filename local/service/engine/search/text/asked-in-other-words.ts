/** Of questions in none of the usual forms: words that tell what they ask for. */

export function soundsLikePlace(question: string): boolean {
  return !ASKS_HOW.test(question) && PLACE.some((one) => one.test(question));
}

export function soundsLikeSetting(question: string): boolean {
  return !ASKS_HOW.test(question) && SETTING.some((one) => one.test(question));
}

export function soundsLikeFailure(question: string): boolean {
  return !ASKS_HOW.test(question) && FAILURE.some((one) => one.test(question));
}

/** "How does the config loader work?", "explain how expired sessions are cleaned". */
const ASKS_HOW =
  /^\W*(?:why|how come|explain|show|what (?:is|are|makes|sets)|how (?:do|can|should) (?:i|we|you) skip)\b(?! the supported)|\bhow (?:does|do) .{2,80} work\b|\bwhat does .{2,60} do\W*$/i;

const PLACE: readonly RegExp[] = [
  // "Rows come from... where exactly", "the step where it gets decided"
  /\bwhereabouts\b|\bwhere (?:exactly|in (?:between|there|the \w+))\b|\bwhere\b(?: exactly)?[?.!]*$/i,
  /\bwhere [^,.?!]{3,60} (?:gets?|happens?|lives?|sits?|ended up|is|are)\b|\bsits? in\b/i,
  /\b(?:entry point|definitions?|location|spot) (?:for|of|where|that|in)\b/i,
  /\b(?:which|what) (?:layer|point|step|stage|func)\b|\b(?:right|correct) (?:module|file|class|function)\b/i,
  /\b(?:one|single|central) (?:\w+ )?place\b|\bpoint me (?:to|at)\b|\bpointer to\b/i,
  // "In the reader or later on?"
  /\bin the \w+(?: \w+)? or (?:in the|on the)\b|\bor (?:further|somewhere|later)\b/i,
  /\b(?:can(?:no|['’])t|could(?: not|n['’]t)|can not) (?:seem to )?(?:find|see|figure out|locate)\b|\bgrep(?:ped|ping)?\b.{0,120}\b(?:nothing|hits)\b/i,
  /\bwhat (?:actually |really )?(?:prints|applies|emits|logs|writes|computes|turns|maps|converts|rounds|decides)\b/i,
];

const SETTING: readonly RegExp[] = [
  // "Can it be capped per workspace, or only globally?"
  /\b(?:can|could) .{2,80} be (?:set|changed|configured|overridden|raised|lowered|turned|switched|disabled|enabled|limited|capped|given in)\b/i,
  /\bpossible to (?:set|change|configure|turn|switch|disable|enable|override|limit|use|make|have)\b|\bis (?:this|that|it) possible\b/i,
  /\bper \w+,? or (?:per|global|only|one|for)\b|\bor only (?:globally|per)\b|\bopt(?:ed)?[ -]in\b/i,
  /\benv(?:ironment)?[ -]?vars?\b|\bput in (?:the |our )?config\b|\bhard-?coded\b|\bcli flag\b/i,
  /\b(?:valid|allowed|possible|accepted) values\b|\bwhat values (?:does|do|can) .{2,60} (?:accept|take|allow)\b|\bsupported way\b|\bsomething (?:i|we|you) can put\b/i,
  /\b(?:on|off|enabled|disabled) (?:when (?:i|we|you) do(?:n['’]t| not)|if (?:unset|not set))\b|\bon or off\b|\bunset\b/i,
  // "Both are given, which one wins?"
  /\bboth\b.{2,80}\b(?:given|set|passed|present|defined)\b.{0,30}\bwhich\b/i,
  /\b(?:does|do|can) .{2,60} (?:take|accept) an? .{2,30} (?:parameter|option)\b/i,
  /\b(?:bump|raise|lower|increase|change|set) the .{2,60}, how\b|\bhow (?:is|are) (?:it|that|this|they|these) set up\b/i,
  /\bhow(?:['’]d)? (?:to|(?:can |do |could |does )?(?:one|i|we|you)(?: can)?) (?:have|set|turn|change|configure|force|disable|enable|override)\b/i,
];

const FAILURE: readonly RegExp[] = [
  // "Would an empty list raise?", "can a slow server block the queue?"
  /\b(?:would|could|can|might) .{2,100} (?:raise|throw|fail|crash|hang|panic|block|take down|break|bail out|blow)\b/i,
  /\bwhat (?:becomes|would become) of\b|\bwhat would (?:be the result|we get|happen)\b|\bwhat is happening (?:if|when)\b/i,
  /\b(?:two|both|same)\b.{0,120}\bwho wins\b|\bthen what\?|\bwhat (?:do )?we do with\b|\bleaves? (?:partial|half|garbage)\b|\bexpected behaviou?r\b/i,
  // "Exception, or silently nothing?"
  /\b(?:exception|errors?|crash|fails?|fatal|nothing|silently|skipped|aborts?|truncated|retr(?:y|ies)|stale|bail)\b[^.?!]{0,60}\bor\b/i,
  /\bor\b[^.?!]{0,60}\b(?:exception|error|crash|fatal|fails?|silently|null|skipped|aborts?|ignored?|truncated|fallback|bail out|logged out|refuses?|dropped?|retr(?:y|ies|ied))\b/i,
  /\bhow (?:does|do|will|would) .{2,80} (?:behave|react|respond|cope)\b|\bhow robust\b|\bcope with\b|\bchoke\b/i,
  /\b(?:corrupt(?:ed)? |contains garbage|tampered|malformed|oom-?killed|power cut|halfway|permission denied)/i,
  /\bempty (?:string|list|file|body|input)\b|\b(?:whole|entire) .{2,40} fails?\b/i,
  /\b(?:do|does|did|will) (?:the |a |an |we |it |that |this )?[\w` ]{2,40} (?:notice|survive|recover|raise|throw|complain)\b/i,
  /\b(?:do|does|is|are|will|would)\b[^.?!]{2,60} twice\?|\bwhat (?:do|does|will|would) (?:i|we|you|one) get back (?:if|when|for an?|from \S+ if)\b/i,
];
