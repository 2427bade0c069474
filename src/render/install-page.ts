import { type Html, htmlPage, linkParagraph, paragraph, paragraphWithCode } from './html-page.js';
import * as texts from './texts/install-page.js';

/** Where the app is installed now. Names are raw. */
export interface InstalledApp {
  readonly workspace?: string | undefined;
  /** Set if it is installed on the whole organization. */
  readonly organization?: { readonly name?: string | undefined };
  /** Opens Slack there. */
  readonly slackUrl: string;
}

/** The page at the end of an installation. */
export function renderInstalled({ workspace, organization, slackUrl }: InstalledApp): string {
  const where =
    organization === undefined
      ? texts.workspaceName(workspace)
      : texts.organizationName(organization.name);
  return htmlPage(texts.installedTitle(where), [
    ...(organization === undefined ? [] : [paragraph(texts.addToWorkspaces)]),
    paragraphWithCode(texts.whatToType),
    paragraph(texts.mayClose),
    linkParagraph(texts.openSlack, slackUrl),
  ]);
}

export type NotInstalledReason =
  | keyof typeof texts.notInstalled
  /** The ID of the workspace or organization that may not install the app, as Slack says it. */
  | { readonly notListed: string };

/** The page where an installation has failed. It repeats nothing of the request, which a stranger may have written. */
export function renderNotInstalled(why: NotInstalledReason, installUrl: string): string {
  return htmlPage(texts.notInstalledTitle, [
    explain(why),
    linkParagraph(texts.tryAgain, installUrl),
  ]);
}

function explain(why: NotInstalledReason): Html {
  return paragraphWithCode(
    typeof why === 'string' ? texts.notInstalled[why] : texts.notListed(why.notListed),
  );
}
