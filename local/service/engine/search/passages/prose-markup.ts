import type { ProseLine } from './prose.js';

export const BULLET = /^(\s*)([-*+•])\s+(?=\S)/;
export const ORDINAL = /^(\s*)(\d{1,2}|#)[.)]\s+(?=\S)/;
export const HTML_ITEM = /^(\s*)<li>\s*(?=\S)/i;
/** Underlines, images, badges, link definitions, comments, targets, lines of HTML and of templates. */
export const NO_PROSE =
  /^\s*(?:[=\-~^"'*+#`.:_<>]{3,}\s*$|\[!\[|!\[|\[![A-Z]{2,12}\]\s*$|<!--|-->|\[[^\]]{1,100}\]:\s|\.\. _|\.\. \||:::|%|\{[%{#]|@startuml|<(?!(?:p|b|i|a|em|li|tt|code|strong|kbd)\b|https?:)[a-z!/][^>]{0,300}>?\s*$)/i;
export const DIRECTIVE = /^(\s*)\.\.\s+([\w:+-]{2,40})::\s*(.*)$/;
/** Their text is read like any other. */
export const NOTE =
  /^(?:note|warning|tip|hint|caution|important|attention|danger|error|admonition|seealso|topic|sidebar|container|rubric|versionadded|versionchanged|deprecated|versionremoved)$/;
export const VERSION = /^(?:version(?:added|changed|removed)|deprecated)$/;
/** Directives of this kind describe what they name. */
export const DESCRIBES =
  /^(?:(?:py|js|c|cpp|rst|http|php):)?(?:option|setting|confval|envvar|data|attribute|function|method|class|module|exception|describe|cmdoption|program|directive|type|macro|autodata)$/;
/** In PHP, a type may be in front of `$name`, as in `array<string, int>|null $cars`. */
export const TAG_PARAM =
  /^\s*[@\\](?:t?param|arg|argument|property|prop)\s+(?:\{[^{}]{0,200}\}\s*|[^\s${]{1,120}(?:[,|]\s[^\s$]{1,60}){0,6}\s+(?=&?(?:\.{3})?\$[A-Za-z_]))?&?(?:\.{3})?\[?([\w$*][\w.$*-]{0,80})\S{0,40}(?:\s+-\s+|\s+|$)(.*)$/;
/** What is thrown is in braces in JSDoc, and bare in Javadoc. */
export const TAG_THROWS =
  /^\s*[@\\](?:throws|exception|raise)\s+\{?([\w$][\w.$]{0,80})\}?(?:\s+-\s+|\s+|$)(.*)$/;
/** Of reStructuredText: the type may be in front of the name. */
export const FIELD_PARAM =
  /^\s*:(?:param|parameter|arg|argument|key|keyword|raises?|except|exception|throws|[ic]?var)\s+(?:[\w.[\]|, ]{0,60}\s)?([\w$*][\w.$*-]{0,80}):\s*(.*)$/;
export const TAG_TEXT =
  /^\s*(?:@(?:returns?|default|defaultValue|remarks|deprecated|since|note|see|description|details|brief)|[:\\](?:returns?|deprecated|note)):?\s*(.*)$/;
export const TAG_CODE = /^\s*(?:@(?:example|code|usage|snippet|sample)\b|>>> |\$ )/;
export const OTHER_TAG = /^\s*(?:@(?!link|code)[a-z]\w{1,20}\b|:(?:type|rtype|vartype)\b)/;
/** Of docstrings: below it are names, each with its description. */
export const NAMES_BELOW =
  /^\s*(?:args|arguments|params|parameters|keyword args|attributes|raises|throws|options|returns?|yields|notes?|warnings?)\s*:?\s*$/i;
/** A line that says one value, such as "Default: 10". */
export const VALUE_LINE =
  /^\s*[*_`]{0,3}(?:[A-Z][\w-]*)(?: [\w-]{1,16}){0,2}[*_`]{0,3}:[*_]{0,2}\s+\S/;
/** Not the prompt of an example, `>>> `. */
export const BLOCK_QUOTE = /^\s{0,3}>(?!>> )\s?/;

/** Lines that belong together, before they are read as sentences. */
export interface OpenBlock {
  readonly lines: ProseLine[];
  readonly marker?: string;
  readonly list?: number;
  readonly about?: string;
}
