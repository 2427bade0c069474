import { createManifest, type ManifestOptions } from '../commands/manifest.js';

/** Servers commonly refuse a longer request line. */
const MAX_LENGTH = 8_000;

/**
 * The address of Slack's page for new apps with the manifest filled in; undefined if that is too
 * long. https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests
 */
export function manifestLink(options: ManifestOptions): string | undefined {
  const manifest = encodeURIComponent(JSON.stringify(createManifest(options)));
  const link = `https://api.slack.com/apps?new_app=1&manifest_json=${manifest}`;
  return link.length > MAX_LENGTH ? undefined : link;
}
