import { ConfigError } from '../config.js';

/** An address to listen on, by the settings that an operator knows. */
export interface ListenAddress {
  readonly portName: 'PORT' | 'OPS_PORT';
  readonly hostName: 'HOST' | 'OPS_HOST';
  readonly port: number;
}

/**
 * Calls `start`, which listens on a port or connects to Slack's socket.
 *
 * @throws ConfigError if the address cannot be used, or Slack refuses the app-level token
 */
export async function listen<T>(address: ListenAddress, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    throw configErrorOf(address, error) ?? error;
  }
}

const NEW_APP_TOKEN =
  'create one with connections:write on your app\'s Basic Information page, under "App-Level Tokens"';

function configErrorOf(
  { portName, hostName, port }: ListenAddress,
  error: unknown,
): ConfigError | undefined {
  const { code, data } = error as { code?: unknown; data?: { error?: unknown } };
  if (typeof data?.error === 'string') {
    return wrong('SLACK_APP_TOKEN', `is refused by Slack (${data.error}): ${NEW_APP_TOKEN}`);
  }
  switch (code) {
    case 'EADDRINUSE':
      return wrong(portName, `${port} is in use by another program: give it another port`);
    case 'EACCES':
      return wrong(portName, `${port} is not allowed to this user: give it a port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return wrong(hostName, 'is no address of this machine: correct it, or remove it');
    default:
      return undefined;
  }
}

function wrong(name: string, message: string): ConfigError {
  return new ConfigError([{ name, message }]);
}
