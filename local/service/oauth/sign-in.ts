import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import type { Provider } from 'oidc-provider/lib/provider.js';
import { z } from 'zod';
import type { Users } from '../api/users.js';
import { CLIENT_ID, SIGN_IN_PREFIX } from './addresses.js';
import type { Guesses } from './failed-attempts.js';
import { SCOPE } from './metadata.js';
import { nameOf, notePage, signInPage } from './pages.js';
import { formTarget } from './redirects.js';

export interface SignInParts {
  /** Made when it is first needed: its library is a large one. */
  readonly provider: () => Promise<Provider>;
  readonly users: Users;
  readonly guesses: Guesses;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const Decision = z.object({
  decision: z.enum(['agree', 'decline']).catch('decline'),
  token: z.string().trim().catch(''),
});
const Asked = z.object({
  client_id: z.string(),
  redirect_uri: z.string().optional(),
  scope: z.string().optional(),
  resource: z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]),
});
const DECLINED = { error: 'access_denied', error_description: 'the person declined' };

/**
 * The page where a person agrees with their token. It belongs to one browser: without the cookie that
 * came with the request, which other sites' forms do not carry, there is nothing to agree to.
 */
export function addSignIn(app: FastifyInstance, parts: SignInParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.get(`${SIGN_IN_PREFIX}/:uid`, async (request, reply) => {
    const interaction = await interactionOf(parts, request, reply);
    return interaction ? show(parts, reply, { interaction }) : over(reply);
  });
  app.post(`${SIGN_IN_PREFIX}/:uid`, async (request, reply) => {
    const interaction = await interactionOf(parts, request, reply);
    return interaction ? decide(parts, interaction, { request, reply }) : over(reply);
  });
}

/** What the browser's cookie stands for, where the address says the same. */
async function interactionOf(
  { provider }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await (await provider()).interactionDetails(request.raw, reply.raw);
    return interaction.uid === uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function decide(parts: SignInParts, interaction: Interaction, { request, reply }: Exchange) {
  const { decision, token } = Decision.parse(request.body ?? {});
  const provider = await parts.provider();
  const finish = async (result: InteractionResults) =>
    reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  if (decision === 'decline') return finish(DECLINED);
  const from = request.socket.remoteAddress ?? '';
  const wait = parts.guesses.wait(from);
  if (wait !== undefined) {
    reply.code(429).header('retry-after', wait);
    const trouble = `Too many wrong tokens: try again in ${wait} s.`;
    return show(parts, reply, { interaction, trouble });
  }
  const user = parts.users.byToken(token);
  if (!user) {
    parts.guesses.wrong(from);
    const trouble = 'Nobody here has that access token.';
    return show(parts, reply.code(403), { interaction, trouble });
  }
  await forget(provider, interaction);
  return finish(await agreed(provider, interaction, String(user.id)));
}

/** The browser's last sign-in, maybe of somebody else, is over with this one. */
async function forget(provider: Provider, interaction: Interaction): Promise<void> {
  const uid = interaction.session?.uid;
  delete interaction.session;
  // Who asks for no scope asks for the only one.
  interaction.params['scope'] ??= SCOPE;
  await interaction.persist();
  if (uid) await (await provider.Session.findByUid(uid))?.destroy();
}

async function agreed(
  provider: Provider,
  { params }: Interaction,
  accountId: string,
): Promise<InteractionResults> {
  const { client_id: clientId, scope = SCOPE, resource } = Asked.parse(params);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  for (const one of resource) grant.addResourceScope(one, SCOPE);
  return { login: { accountId, remember: false }, consent: { grantId: await grant.save() } };
}

interface Shown {
  readonly interaction: Interaction;
  readonly trouble?: string;
}

async function show({ provider }: SignInParts, reply: FastifyReply, shown: Shown) {
  const { params } = shown.interaction;
  const { client_id, redirect_uri: returnsTo } = Asked.parse(params);
  const client = await (await provider()).Client.find(client_id);
  if (!client) return over(reply);
  if (returnsTo) allowReturn(reply, returnsTo);
  return reply.send(
    signInPage({ who: nameOf(client, client_id === CLIENT_ID), returnsTo, trouble: shown.trouble }),
  );
}

function allowReturn(reply: FastifyReply, address: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  const target = `form-action 'self' ${formTarget(address)}`;
  reply.header('content-security-policy', policy.replace("form-action 'self'", target));
}

function over(reply: FastifyReply) {
  const words = 'This sign-in is over, or began in another browser: start again in your program.';
  return reply.code(400).send(notePage('Sign in', words));
}
