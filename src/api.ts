import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { OwnerSessions } from './account/sessions';
import type { Config } from './config';
import type { Dispatcher } from './kernel/dispatch';
import type { Log } from './kernel/log';
import type { Platform } from './platform';
import { buildId } from './store/platform';
import { mountDocs } from './surfaces/docs';
import { CredentialGate } from './surfaces/gate';
import { answerUnreadable, createHttpApp } from './surfaces/http';
import { mountMails } from './surfaces/mails.http';
import { mountOpenApi } from './surfaces/openapi';
import { mountPanel } from './surfaces/panel';
import { mountSessions, sessionPaths } from './surfaces/session.http';
import { mountTools } from './surfaces/tools';
import { TokenCredentials } from './token/credentials';

export interface Api {
  readonly app: Koa;
  readonly url: string;
  readonly port: number;
  readonly dispatcher: Dispatcher;
  stop(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** The HTTP API on top of a platform. Stateless: any number of them may run. */
export async function startApi(platform: Platform, config: Config, log: Log): Promise<Api> {
  const { database, services, dispatcher } = platform;
  const tokens = new TokenCredentials(database.system);
  const sessions = new OwnerSessions(database);
  const { capabilities } = services;
  const { publicUrl } = config;
  const version = buildId();
  const gate = new CredentialGate({ tokens, sessions, throttlePerMinute: config.throttlePerMinute, publicUrl });
  const app = createHttpApp({
    dispatcher,
    routes: capabilities.routes,
    gate,
    log,
    extend(router) {
      mountSessions(router, sessions, { publicUrl });
      mountOpenApi(router, { capabilities, version, extraPaths: sessionPaths });
      mountDocs(router);
      mountPanel(router);
      mountTools(router, { dispatcher, capabilities, gate, log, version, publicUrl });
      mountMails(router, gate, database);
      router.get('/v1/health', (context) => {
        context.body = '{"status":"ok"}';
      });
    },
  });
  const server = http.createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    app.callback(),
  );
  server.on('clientError', answerUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    app,
    url: publicUrl || `http://${config.host}:${port}`,
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
