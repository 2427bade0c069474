import type { IncomingHttpHeaders } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.js';

/** The host names by which clients may reach the service. */
export interface Hosts {
  /** Throws a 403 for a `Host` header with another name, or with more than a name and a port. */
  checkHost(host: string | undefined): void;
  /** Throws a 403 for an `Origin` header with another name; without the header there is none. */
  checkOrigin(origin: string | undefined): void;
  /**
   * `{base_url}` as the sender of a request knows it: OAuth clients compare it with what they were given.
   * It is SERVICE_URL if that names another machine, since a proxy may then have changed the header.
   */
  baseUrl(host: string | undefined): string;
  /** Whether only programs on this machine can reach the service, and no proxy names itself in `headers`. */
  isLocal(headers: IncomingHttpHeaders): boolean;
}

interface HostsOptions {
  /** The address that the service listens on; default 127.0.0.1. */
  readonly host?: string;
  /** More host names, without ports; an IPv6 address in brackets. */
  readonly hosts?: readonly string[];
  /** The configured public URL. */
  readonly publicUrl?: string;
}

/** A name or an address and perhaps a port. Parsed as a URL, other characters would hide further parts. */
const HOST_HEADER = /^[\w.:[\]-]+$/;
const LOOPBACK = new Set(localhostAllowedHostnames());

/**
 * Allows the loopback names, the name of the public URL, the address that the service listens on, and
 * `hosts`. A web page whose name its owner points at this machine (DNS rebinding) is thus refused:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning.
 */
export function createHosts(
  { host = '127.0.0.1', hosts = [], publicUrl: configured }: HostsOptions,
  publicUrl: () => string,
): Hosts {
  const isFixed = configured !== undefined && !isLoopback(new URL(configured).hostname);
  const bound = host.includes(':') ? `[${host}]` : host;
  const allowed = () => {
    const url = publicUrl();
    const own = URL.canParse(url) ? [new URL(url).hostname] : [];
    const listening = isUnspecified(bound) ? [] : [bound];
    return [...new Set([...LOOPBACK, ...own, ...listening, ...hosts])];
  };
  return {
    checkHost(header) {
      const isHost = header === undefined || HOST_HEADER.test(header);
      if (isHost && validateHostHeader(header, allowed()).ok) return;
      throw new HttpError(
        403,
        `The host name of this request is not allowed: use ${publicUrl()}, or add the name to SERVICE_HOSTS.`,
      );
    },
    checkOrigin(header) {
      if (validateOriginHeader(header, allowed()).ok) return;
      throw new HttpError(403, 'Requests from pages of other websites are not allowed.');
    },
    baseUrl(header) {
      const base = new URL(publicUrl());
      if (isFixed || !URL.canParse(`http://${header}`)) return publicUrl();
      const { hostname, port, origin, host: given } = new URL(`http://${header}`);
      if (given === base.host || port !== base.port) return publicUrl();
      return allowed().includes(hostname) ? origin : publicUrl();
    },
    isLocal: (headers) => isLoopback(bound) && allowed().every(isLoopback) && !isForwarded(headers),
  };
}

export type HostCheck = Pick<Hosts, 'checkHost' | 'checkOrigin'>;

/** Refuses requests to other host names and from other websites, before anything else. */
export function addHostCheck(app: FastifyInstance, { checkHost, checkOrigin }: HostCheck): void {
  app.addHook('onRequest', async ({ headers }) => {
    checkHost(headers.host);
    checkOrigin(headers.origin);
  });
}

/** Whether a proxy sent the request: it may have put a loopback name into `Host`. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => /^(forwarded|via|x-forwarded-.*)$/.test(name));
}

function isLoopback(name: string): boolean {
  return LOOPBACK.has(name) || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** Listening on these means on all addresses; browsers must not use them as names. */
function isUnspecified(name: string): boolean {
  return name === '0.0.0.0' || name === '[::]';
}
