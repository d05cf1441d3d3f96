// Nouns tell the codes that documents list, so they come first.
import './nouns';
import path from 'node:path';
import type Koa from 'koa';
import { KnownBrowsers } from './account/known-browsers';
import { Passkeys } from './account/passkeys';
import { RecoveryCodes } from './account/recovery-codes';
import { OwnerSessions } from './account/sessions';
import { meaningsOf } from './command/meanings';
import type { Config } from './config';
import { healthOf } from './health';
import type { Dispatcher } from './kernel/call/dispatch';
import { CallLimits } from './kernel/limits/call-limits';
import type { Log } from './kernel/log';
import { listen } from './kernel/process/listening';
import { localUrl } from './kernel/process/local-url';
import { OBJECTS } from './kernel/schema/schema';
import { namedIds } from './kernel/table/naming-store';
import { findOriginal, findVariant } from './media/image/store';
import { findJpeg } from './media/jpeg/store';
import { lookAt } from './media/upload/look';
import { findWaiting } from './media/upload/store';
import { buildId } from './meta/build';
import type { Platform } from './platform';
import { findItemFile } from './proposal/item/file-store';
import { manifestSchemaText } from './provider/manifest-document';
import { isReachable } from './sandbox/door/reach';
import { sandboxFolder } from './sandbox/driver/folder';
import { stateAmong } from './sandbox/hosts';
import { certificateOf } from './sandbox/stated-hosts';
import { socketOf } from './sandbox/wire';
import { Forgotten } from './store/forgotten';
import { Joining } from './store/joining';
import { NewBrowsers } from './store/new-browsers';
import { Setup } from './store/setup';
import { ClientAddresses } from './surfaces/client-address';
import { Contents } from './surfaces/contents';
import { mountDocs } from './surfaces/docs';
import { CredentialGate } from './surfaces/gate';
import { createHttpApp } from './surfaces/http';
import { InsideListener, InsideRequests } from './surfaces/inside';
import { mountMedia } from './surfaces/media';
import { mountOpenApi } from './surfaces/openapi';
import { mountPanel } from './surfaces/panel';
import { createServer, type ServerBounds } from './surfaces/server';
import { mountSessions } from './surfaces/session';
import { sessionPaths } from './surfaces/session-paths';
import { mountTools } from './surfaces/tools/mount';
import { mountWebhooks } from './surfaces/webhooks';
import { TokenCredentials } from './token/credentials';
import { POSTED_BYTES_MAX } from './webhook/port';

export interface Api {
  readonly app: Koa;
  readonly url: string;
  readonly port: number;
  /** The port of the listener for commands that run on other machines. */
  readonly doorPort?: number | undefined;
  readonly dispatcher: Dispatcher;
  /** Issues a link with which the first owner comes in. @returns undefined when there is one already */
  setupLink(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Health is asked anew after about this long. */
const HEALTH_RETRY_SECONDS = 2;

/** The HTTP API on top of a platform. Stateless: any number of them may run. */
export async function startApi(
  platform: Platform,
  config: Config,
  log: Log,
  bounds: Partial<ServerBounds> = {},
): Promise<Api> {
  const { bus, database, services, dispatcher, webhooks } = platform;
  const { digests } = services;
  const tokens = new TokenCredentials(database);
  const sessions = new OwnerSessions(
    database,
    new KnownBrowsers(platform.keyRing),
    digests,
    new Passkeys(database, services.settings),
    new RecoveryCodes({ bus, database, digests }),
  );
  const setup = new Setup({ bus, database, sessions, digests });
  const joining = new Joining({ bus, database, sessions, digests });
  const { sendsMails } = services.settings;
  const forgotten = new Forgotten({ bus, database, digests, log, sendsMails });
  const newBrowsers = new NewBrowsers({ bus, database, log, sendsMails });
  sessions.onNewBrowser = (seen) => newBrowsers.tell(seen);
  const { capabilities } = services;
  const { publicUrl } = config;
  const version = buildId();
  const health = healthOf(platform, config);
  const addresses = new ClientAddresses(config.trustedProxies);
  const { throttlePerMinute, anonymousPerMinute } = config;
  const limits = new CallLimits(database.systemWriter);
  const inside = new InsideRequests();
  const gate = new CredentialGate({
    tokens,
    passes: platform.passes,
    inside,
    sessions,
    addresses,
    limits,
    throttlePerMinute,
    anonymousPerMinute,
    publicUrl,
  });
  const contents = new Contents(dispatcher, services.objects, (storeId, objects) =>
    namedIds(database.reader(storeId), services.tables, OBJECTS, storeId, objects),
  );
  const app = createHttpApp({
    dispatcher,
    contents,
    routes: [...capabilities.routes, ...capabilities.accountRoutes],
    gate,
    log,
    extend(router) {
      mountSessions(router, { sessions, setup, joining, forgotten, gate, publicUrl });
      mountOpenApi(router, { capabilities, version, extraPaths: sessionPaths });
      mountDocs(router, {
        capabilities,
        version,
        shops: config.storefrontUrl.pattern,
        schemas: { 'manifest.schema.json': manifestSchemaText },
      });
      mountPanel(router, {
        previews: config.previewUrl.source,
        meanings: () => JSON.stringify(meaningsOf(capabilities)),
      });
      mountTools(router, { dispatcher, contents, capabilities, gate, log, version, publicUrl });
      mountMedia(router, {
        variant: (storeId, object) => findVariant(database.reader(storeId), storeId, object),
        jpeg: (storeId, object) => findJpeg(database.reader(storeId), storeId, object),
        waiting: (storeId, object) => findWaiting(database.reader(storeId), storeId, object),
        proposed: (storeId, object, itemId) =>
          findItemFile(database.reader(storeId), capabilities, storeId, itemId, object),
        original: (storeId, object) => findOriginal(database.reader(storeId), storeId, object),
        look: (storeId, source) => lookAt(source, storeId),
        open: (storeId, object, part) => services.objects.open(storeId, object, part),
        signedPaths: services.signedPaths,
        log,
      });
      mountWebhooks(router, {
        admit: (place) => webhooks.admit(place),
        take: (place, posted) => webhooks.take(place, posted),
        bytesMax: POSTED_BYTES_MAX,
      });
      router.get('/v1/health', async (context) => {
        const [readiness, hosts] = await Promise.all([health.ask(), services.sandbox.states()]);
        context.status = readiness.status === 'unavailable' ? 503 : 200;
        if (context.status === 503) context.set('Retry-After', String(HEALTH_RETRY_SECONDS));
        // No part that fails: the product does what it does without a mail server, and keeps what it writes.
        context.body = JSON.stringify({
          ...readiness,
          mails: sendsMails ? 'sent' : 'kept',
          sandbox: { ...stateAmong(hosts), hosts },
        });
      });
      // For who sends requests here: without Postgres nothing is served, and what else is missing makes work wait, and no call fail.
      router.get('/readyz', async (context) => {
        const { status, parts } = await health.ask();
        const { database, temporal, worker, outbox } = parts;
        const isReady = status !== 'unavailable';
        context.status = isReady ? 200 : 503;
        if (!isReady) context.set('Retry-After', String(HEALTH_RETRY_SECONDS));
        context.body = JSON.stringify({
          status: isReady ? 'ready' : 'unready',
          parts: { database, temporal, worker, outbox },
          outboxSeconds: health.outboxSeconds(),
        });
      });
      // It asks nobody: an answer means that this process turns.
      router.get('/livez', (context) => {
        context.body = '{"status":"ok"}';
      });
    },
  });
  const answer = app.callback();
  const answerInside = inside.marking(answer, isReachable);
  const sandboxes = new InsideListener(path.dirname(socketOf(sandboxFolder(config))), answerInside, addresses);
  platform.passes.listening = () => sandboxes.socket();
  const door = config.doorListen && createServer(answerInside, addresses, bounds, certificateOf(config));
  const doorPort =
    door && config.doorListen && (await listen(door, config.doorListen.port, config.doorListen.hostname));
  const server = createServer(answer, addresses, bounds);
  const port = await listen(server, config.port, config.host);
  return {
    app,
    url: publicUrl || `http://${config.host}:${port}`,
    port,
    doorPort,
    dispatcher,
    async setupLink() {
      const token = await setup.issueLink();
      return token && `${publicUrl || localUrl(config.host, port)}/panel/setup#${token}`;
    },
    async stop() {
      const listening = door ? [server, door] : [server];
      await Promise.all(
        listening.map(
          (each) =>
            new Promise<void>((resolve) => {
              each.close(() => resolve());
              each.closeIdleConnections();
            }),
        ),
      );
      await Promise.all([tokens.close(), limits.close(), sandboxes.close(), forgotten.close(), newBrowsers.close()]);
    },
  };
}
