import { escapeRegex } from '../../../tools/escape-regex.js';
import type { LinePattern } from './project-files.js';

const SECTION_END = /^\[/;
const VERSION = '["\']([^"\']{1,60})["\']';

/** Where projects write their own version, the usual place of each ecosystem first. */
export const OWN_VERSION: readonly LinePattern[] = [
  { path: /(?:^|\/)package\.json$/, line: /^\s{0,4}"version":\s*"([^"]{1,60})"/ },
  {
    path: /(?:^|\/)Cargo\.toml$/,
    line: new RegExp(`^version\\s*=\\s*${VERSION}`),
    within: { open: /^\[(?:workspace\.)?package\]/, close: SECTION_END },
  },
  {
    path: /(?:^|\/)pyproject\.toml$/,
    line: new RegExp(`^version\\s*=\\s*${VERSION}`),
    within: { open: /^\[(?:project|tool\.poetry)\]/, close: SECTION_END },
  },
  {
    path: /(?:^|\/)pom\.xml$/,
    line: /^\s{1,4}<version>([^<]{1,60})<\/version>/,
    outside: {
      open: /<(?:parent|dependenc|build|plugin|profile)/,
      close: /<\/(?:parent|dependencies|build|profiles)>/,
    },
  },
  { path: /(?:^|\/)gradle\.properties$/, line: /^(?:version|VERSION_NAME)\s*=\s*(\S{1,60})/ },
  {
    path: /(?:^|\/)build\.gradle(?:\.kts)?$/,
    line: /^\s{0,4}version\s*=?\s*["']([^"'$]{1,60})["']/,
  },
  { path: /(?:^|\/)version\.rb$/, line: new RegExp(`^\\s*VERSION\\s*=\\s*${VERSION}`) },
  { path: /(?:^|\/)mix\.exs$/, line: /^\s*(?:@version|version:)\s*"([^"]{1,60})"/ },
  { path: /(?:^|\/)composer\.json$/, line: /^\s{0,4}"version":\s*"([^"]{1,60})"/ },
  {
    path: /(?:^|\/)(?:__init__|_?version|__version__|__about__)\.py$/,
    line: new RegExp(`^(?:__version__|version|VERSION)\\s*(?::\\s*\\w+\\s*)?=\\s*${VERSION}`),
  },
  { path: /(?:^|\/)setup\.cfg$/, line: /^version\s*=\s*(\d\S{0,60})/ },
  { path: /(?:^|\/)setup\.py$/, line: new RegExp(`^\\s*version\\s*=\\s*${VERSION}`) },
  { path: /(?:^|\/)CMakeLists\.txt$/, line: /^\s*project\s*\(.{0,80}\bVERSION\s+([\d.]{1,30})/i },
  {
    path: /(?:^|\/)version\.go$/,
    line: /^\s*(?:const|var)?\s*\w*[vV]ersion\w*\s*(?:string\s*)?=\s*"(v?\d[^"]{0,60})"/,
  },
  {
    path: /\.csproj$|(?:^|\/)Directory\.Build\.props$/,
    line: /<(?:Version|VersionPrefix)>([^<]{1,60})</,
  },
  { path: /(?:^|\/)pubspec\.yaml$/, line: /^version:\s*(\S{1,60})/ },
  { path: /\.podspec$/, line: /\.version\s*=\s*["']([^"']{1,60})["']/ },
  { path: /(?:^|\/)VERSION(?:\.txt)?$/i, line: /^v?(\d[\w.+-]{0,60})\s*$/ },
  { path: /(?:^|\/)\.bumpversion\.cfg$/, line: /^current_version\s*=\s*(\S{1,60})/ },
];

interface RequiredVersion extends LinePattern {
  /** The names of what is required. */
  readonly of: RegExp;
}

const NODE = /^(?:node|nodejs)$/;
const PYTHON = /^(?:python|cpython|py)$/;
const JAVA = /^(?:java|jdk|jre|openjdk)$/;
const RUST = /^(?:rust|rustc|cargo|msrv)$/;
const GO = /^(?:go|golang)$/;
const JSON_BLOCK_END = /^\s*\}/;

/** Where projects write which version of a language or a runtime they need. */
export const REQUIRED_VERSION: readonly RequiredVersion[] = [
  { of: GO, path: /(?:^|\/)go\.mod$/, line: /^go\s+(\d\S{0,20})/ },
  { of: GO, path: /(?:^|\/)go\.mod$/, line: /^toolchain\s+(\S{1,20})/ },
  ...['node', 'npm', 'bun', 'deno', 'yarn', 'pnpm'].map((name) => ({
    of: name === 'node' ? NODE : new RegExp(`^${name}$`),
    path: /(?:^|\/)package\.json$/,
    line: new RegExp(`"${name}":\\s*"([^"]{1,60})"`),
    within: { open: /^\s*"engines":\s*\{/, close: JSON_BLOCK_END },
  })),
  { of: NODE, path: /(?:^|\/)\.(?:nvmrc|node-version)$/, line: /^(\S{1,30})/ },
  {
    of: PYTHON,
    path: /(?:^|\/)pyproject\.toml$/,
    line: /^requires-python\s*=\s*["']([^"']{1,60})["']/,
  },
  { of: PYTHON, path: /(?:^|\/)pyproject\.toml$/, line: /^python\s*=\s*["']([^"']{1,60})["']/ },
  {
    of: PYTHON,
    path: /(?:^|\/)setup\.(?:py|cfg)$/,
    line: /^\s*python_requires\s*=\s*["']?([^"',]{1,60}(?:,\s*[<>=!]{1,2}[^"',]{1,20})?)/,
  },
  { of: RUST, path: /(?:^|\/)Cargo\.toml$/, line: /^rust-version\s*=\s*["']([^"']{1,30})["']/ },
  {
    of: RUST,
    path: /(?:^|\/)rust-toolchain(?:\.toml)?$/,
    line: /^(?:channel\s*=\s*["'])?((?:\d|stable|nightly|beta)[\w.-]{0,30})/,
  },
  { of: RUST, path: /(?:^|\/)\.?clippy\.toml$/, line: /^msrv\s*=\s*["']([^"']{1,30})["']/ },
  {
    of: /^ruby$/,
    path: /\.gemspec$/,
    line: /required_ruby_version\s*(?:=|\()\s*(?:Gem::Requirement\.new\()?["']([^"']{1,40})["']/,
  },
  { of: /^ruby$/, path: /(?:^|\/)\.ruby-version$/, line: /^(\S{1,30})/ },
  { of: /^php$/, path: /(?:^|\/)composer\.json$/, line: /^\s*"php":\s*"([^"]{1,60})"/ },
  {
    of: JAVA,
    path: /(?:^|\/)pom\.xml$/,
    line: /<(?:java\.version|maven\.compiler\.(?:release|source|target)|javac?\.(?:src|source|target)\.version|release|jdk\.version)>(\d[^<]{0,20})</,
  },
  {
    of: JAVA,
    path: /(?:^|\/)build\.gradle(?:\.kts)?$/,
    line: /(?:sourceCompatibility|targetCompatibility|jvmTarget|options\.release|JavaLanguageVersion\.of)\W{1,12}(?:JavaVersion\.VERSION_|JvmTarget\.JVM_)?["']?([\d._]{1,10})/,
  },
  { of: /^(?:elixir)$/, path: /(?:^|\/)mix\.exs$/, line: /^\s*elixir:\s*"([^"]{1,40})"/ },
  { of: /^swift$/, path: /(?:^|\/)Package\.swift$/, line: /swift-tools-version:\s*([\d.]{1,20})/ },
  {
    of: /^(?:\.net|dotnet|net|c#|csharp)$/,
    path: /\.csproj$|(?:^|\/)Directory\.Build\.props$/,
    line: /<TargetFrameworks?>([^<]{1,160})</,
  },
  {
    of: /^(?:c\+\+|cpp|cxx)$/,
    path: /(?:^|\/)CMakeLists\.txt$/,
    line: /(?:CMAKE_CXX_STANDARD\s+(\d{2})|cxx_std_(\d{2}))/,
  },
  {
    of: /^cmake$/,
    path: /(?:^|\/)CMakeLists\.txt$/,
    line: /^\s*cmake_minimum_required\s*\(\s*VERSION\s+([\d.]{1,20})/i,
  },
  {
    of: /^(?:dart|flutter)$/,
    path: /(?:^|\/)pubspec\.yaml$/,
    line: /^\s+sdk:\s*['"]?([^'"\n]{1,40})/,
  },
];

/** What a README says that it needs: "Java 11+", "Go 1.25.0 or newer". */
export function saidInReadme(of: string): LinePattern {
  return {
    path: /^readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i,
    line: new RegExp(
      `(?<![\\p{L}\\p{N}])(${escapeRegex(of)}(?:\\.js)?(?: version)?[ ]?(?:>=?[ ]?)?v?\\d[\\d.]{0,12}(?:\\+| (?:or|and) (?:newer|later|higher|above|up)))`,
      'iu',
    ),
  };
}
