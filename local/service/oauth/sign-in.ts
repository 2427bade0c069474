import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import type { Provider } from 'oidc-provider/lib/provider.js';
import { z } from 'zod';
import type { FailedAttempts } from '../api/failed-attempts.js';
import type { Users } from '../api/users.js';
import { acceptForms } from '../http/forms.js';
import { BUILT_IN_CLIENT_ID } from './built-in-client.js';
import { OAUTH_SCOPE } from './metadata.js';
import { clientNameHtml, messagePage, signInPage } from './pages.js';
import { SIGN_IN_PATH } from './paths.js';
import { formActionSource } from './redirects.js';

export interface SignInDependencies {
  /** The one that this request is for. Loaded on first use: its library is large. */
  readonly provider: (request: FastifyRequest) => Promise<Provider>;
  readonly users: Users;
  readonly failedAttempts: FailedAttempts;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const SignInForm = z.object({
  decision: z.enum(['agree', 'decline']).catch('decline'),
  token: z.string().trim().catch(''),
});
const AuthorizationParams = z.object({
  client_id: z.string(),
  redirect_uri: z.string().optional(),
  scope: z.string().optional(),
  resource: z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]),
});
const ACCESS_DENIED = { error: 'access_denied', error_description: 'the user declined' };

/**
 * The page where a user consents with their token. It works only in the browser that started the
 * request: its cookie is not sent with forms of other sites.
 */
export function addSignInRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  app.removeAllContentTypeParsers();
  acceptForms(app);
  app.get(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    const interaction = await findInteraction(dependencies, request, reply);
    return interaction ? showSignInPage(dependencies, reply, { interaction }) : sendExpired(reply);
  });
  app.post(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    const interaction = await findInteraction(dependencies, request, reply);
    return interaction
      ? submitSignIn(dependencies, interaction, { request, reply })
      : sendExpired(reply);
  });
}

/** The interaction of the browser's cookie, if its id is the one in the URL. */
async function findInteraction(
  { provider }: SignInDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await (await provider(request)).interactionDetails(request.raw, reply.raw);
    return interaction.uid === uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  }
}

interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function submitSignIn(
  dependencies: SignInDependencies,
  interaction: Interaction,
  { request, reply }: HttpExchange,
) {
  const { decision, token } = SignInForm.parse(request.body ?? {});
  const provider = await dependencies.provider(request);
  const finish = async (result: InteractionResults) =>
    reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  if (decision === 'decline') return finish(ACCESS_DENIED);
  const address = request.socket.remoteAddress ?? '';
  const retryAfter = dependencies.failedAttempts.retryAfter(address);
  if (retryAfter !== undefined) {
    reply.code(429).header('retry-after', retryAfter);
    const error = `Too many wrong tokens came from your address, so this one was not checked. Try again in ${retryAfter} s.`;
    return showSignInPage(dependencies, reply, { interaction, error });
  }
  const user = dependencies.users.byToken(token);
  if (!user) {
    dependencies.failedAttempts.record(address);
    const error = 'That access token is not valid here.';
    return showSignInPage(dependencies, reply.code(403), { interaction, error });
  }
  await endPreviousSession(provider, interaction);
  return finish(await grantConsent(provider, interaction, String(user.id)));
}

/** Ends the browser's previous session, which may be another user's. */
async function endPreviousSession(provider: Provider, interaction: Interaction): Promise<void> {
  const uid = interaction.session?.uid;
  delete interaction.session;
  // Without a scope, the only one is meant.
  interaction.params['scope'] ??= OAUTH_SCOPE;
  await interaction.persist();
  if (uid) await (await provider.Session.findByUid(uid))?.destroy();
}

async function grantConsent(
  provider: Provider,
  { params }: Interaction,
  accountId: string,
): Promise<InteractionResults> {
  const { client_id: clientId, scope = OAUTH_SCOPE, resource } = AuthorizationParams.parse(params);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  for (const one of resource) grant.addResourceScope(one, OAUTH_SCOPE);
  return { login: { accountId, remember: false }, consent: { grantId: await grant.save() } };
}

interface SignInView {
  readonly interaction: Interaction;
  readonly error?: string;
}

async function showSignInPage(
  { provider }: SignInDependencies,
  reply: FastifyReply,
  view: SignInView,
) {
  const { params } = view.interaction;
  const { client_id, redirect_uri: redirectUri } = AuthorizationParams.parse(params);
  const client = await (await provider(reply.request)).Client.find(client_id);
  if (!client) return sendExpired(reply);
  if (redirectUri) allowFormAction(reply, redirectUri);
  return reply.send(
    signInPage({
      clientHtml: clientNameHtml(client, client_id === BUILT_IN_CLIENT_ID),
      redirectUri,
      error: view.error,
    }),
  );
}

function allowFormAction(reply: FastifyReply, address: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  const target = `form-action 'self' ${formActionSource(address)}`;
  reply.header('content-security-policy', policy.replace("form-action 'self'", target));
}

function sendExpired(reply: FastifyReply) {
  const message =
    'This sign-in has expired, or was started in another browser: start again in your program.';
  return reply.code(400).send(messagePage('Sign in', message));
}
