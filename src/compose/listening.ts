import { ConfigError } from '../config.js';

/** The settings that say where something listens, as the operator knows them. */
export interface Listening {
  readonly portName: 'PORT' | 'OPS_PORT';
  readonly hostName: 'HOST' | 'OPS_HOST';
  readonly port: number;
}

/**
 * Begins to listen, on a port or over Slack's socket. Throws `ConfigError` where the address that
 * the settings name cannot be had, or Slack refuses the token for the socket.
 */
export async function listening<T>(at: Listening, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    throw faultOf(at, error) ?? error;
  }
}

const NEW_APP_TOKEN =
  'create one with connections:write on your app\'s Basic Information page, under "App-Level Tokens"';

function faultOf({ portName, hostName, port }: Listening, error: unknown): ConfigError | undefined {
  const { code, data } = error as { code?: unknown; data?: { error?: unknown } };
  if (typeof data?.error === 'string') {
    return fault('SLACK_APP_TOKEN', `is refused by Slack (${data.error}): ${NEW_APP_TOKEN}`);
  }
  switch (code) {
    case 'EADDRINUSE':
      return fault(portName, `${port} is in use by another program: give it another port`);
    case 'EACCES':
      return fault(portName, `${port} is not allowed to this user: give it a port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return fault(hostName, 'is no address of this machine: correct it, or remove it');
    default:
      return undefined;
  }
}

function fault(name: string, message: string): ConfigError {
  return new ConfigError([{ name, message }]);
}
