import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { OwnerSessions } from './account/sessions';
import type { Config } from './config';
import { Dispatcher } from './kernel/dispatch';
import type { Log } from './kernel/log';
import type { Platform } from './platform';
import { CredentialGate } from './surfaces/gate';
import { createHttpApp } from './surfaces/http';
import { mountSessions } from './surfaces/session.http';
import { TokenCredentials } from './token/credentials';

export interface Api {
  readonly url: string;
  readonly port: number;
  readonly dispatcher: Dispatcher;
  stop(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** The HTTP API on top of a platform. Stateless: any number of them may run. */
export async function startApi(
  platform: Platform,
  config: Config,
  log: Log,
  options: { readonly checkResults?: boolean } = {},
): Promise<Api> {
  const { database, services, bus } = platform;
  const dispatcher = new Dispatcher({ database, bus, services, ...options });
  const tokens = new TokenCredentials(database.system);
  const sessions = new OwnerSessions(database);
  const gate = new CredentialGate({ tokens, sessions, throttlePerMinute: config.throttlePerMinute });
  const app = createHttpApp({
    dispatcher,
    routes: services.capabilities.routes,
    gate,
    log,
    extend(router) {
      mountSessions(router, sessions, { secure: config.publicUrl.startsWith('https:') });
      router.get('/v1/health', (context) => {
        context.body = '{"status":"ok"}';
      });
    },
  });
  const server = http.createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    app.callback(),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: config.publicUrl || `http://${config.host}:${port}`,
    port,
    dispatcher,
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await tokens.close();
    },
  };
}
