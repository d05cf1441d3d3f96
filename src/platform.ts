import path from 'node:path';
import type { Client } from '@temporalio/client';
import { SandboxPasses } from './access/pass/passes';
import { Checkout } from './checkout/enclave/checkout';
import { Hooks } from './checkout/hook/hooks';
import { LateHookPool } from './checkout/hook/late-pool';
import { type Config, openSettings } from './config';
import { HookBreaker } from './extension/hook/breaker';
import { CommandBus } from './kernel/bus';
import { Dispatcher } from './kernel/call/dispatch';
import { Database } from './kernel/database/database';
import { Deadlines } from './kernel/deadlines';
import type { CapabilityIndex } from './kernel/declaration/capability-index';
import type { Lent } from './kernel/declaration/lent';
import type { Sandboxes } from './kernel/declaration/sandbox';
import type { WorkServices } from './kernel/declaration/services';
import { ConfigError } from './kernel/declaration/setting';
import type { WorkspaceLife } from './kernel/declaration/workspace-life';
import type { Log } from './kernel/log';
import type { Objects } from './kernel/objects/objects';
import { PreviewLinks } from './kernel/objects/preview-links';
import { SignedPaths } from './kernel/objects/signed-paths';
import { objectsFolder, storageOf } from './kernel/objects/storage';
import { KeyRing } from './kernel/personal/key-ring';
import { SecretBox } from './kernel/personal/secret-box';
import type { NamingTable } from './kernel/table/naming';
import { trialsOn } from './kernel/trial/trials';
import { OpenWork } from './kernel/work/open-work';
import { OutboxDispatcher } from './kernel/work/outbox';
import type { OutboxRow } from './kernel/work/outbox-store';
import { deliverTo, isRefusedForGood, temporalClient, updateWithStart } from './kernel/work/temporal';
import { noteUpkeepFailure } from './kernel/work/upkeep-store';
import { FollowedKeys } from './keys/followed';
import { openKeys } from './keys/opening';
import { statedKeys } from './keys/source';
import { adoptKey } from './keys/store';
import { tables as declaredTables, extensionWork, images, letters, webhooks as webhookConsumers, works } from './nouns';
import { customerIdOf } from './order/customer/store';
import { paymentOf } from './order/payment/attempt-store';
import { PlacingDesk } from './order/placing/desk';
import { limitOfWork } from './proposal/limit/limits';
import { Chains } from './proposal/recording/chains';
import { createProposalGate } from './proposal/recording/gate';
import { registry } from './registry';
import { statedHosts } from './sandbox/stated-hosts';
import { addressOfShop } from './store/address';
import { storefrontProjection } from './store/projection';
import { Webhooks } from './webhook/webhooks';
import { abandonWork, noteStuckWork } from './works';
import { temporalLife } from './workspace/life/asking';
import { workspaceLifecycle } from './workspace/life/contract';
import type { LifeDependencies } from './workspace/life/dependencies';

/** The services that API, worker and seed share. */
export interface Platform {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  /** The sealing keys, for those who sign with them or seal anew; handlers have a box of theirs. */
  readonly keyRing: KeyRing;
  readonly services: WorkServices;
  readonly bus: CommandBus;
  readonly dispatcher: Dispatcher;
  readonly temporal: Client;
  readonly outbox: OutboxDispatcher;
  readonly openWork: OpenWork;
  readonly webhooks: Webhooks;
  readonly passes: SandboxPasses;
  /** The tables whose rows may name stored bytes. */
  readonly tables: readonly NamingTable[];
  readonly deadlines: Deadlines;
  /** True: answers to callers are held against what is declared of them. */
  readonly strict: boolean;
  close(): Promise<void>;
}

interface PlatformOptions {
  readonly config: Config;
  readonly log: Log;
  readonly applicationName: string;
  /** The clock of {@link CommandBus}. */
  readonly now?: () => Date;
  /** The strictness of CommandBus and Dispatcher. @default as configured */
  readonly strict?: boolean;
  /** @default all of this build; a test may add to them */
  readonly capabilities?: CapabilityIndex;
  /** @default all of this build; a test may add to them */
  readonly tables?: readonly NamingTable[];
  /** The limit of a connect in ms, see Database. */
  readonly connectMs?: number;
  /** @default as stated */
  readonly deadlines?: Deadlines;
  /** The store of the bytes of files. @default as configured */
  readonly objectsIn?: (folder: string) => Objects;
  /** The places for commands of workspaces. @default as configured */
  readonly sandbox?: Sandboxes;
  /** The compiled program of the threads that run hooks. */
  readonly hookThread?: string;
  /** Sees to the files of workspaces. @default their workflows */
  readonly life?: (deps: LifeDependencies) => WorkspaceLife;
}

/** @throws {ConfigError} when a setting that the parts need alone is missing */
export async function openPlatform({
  config,
  log,
  applicationName,
  now,
  strict = config.strict,
  capabilities = registry,
  tables = declaredTables,
  connectMs,
  deadlines = new Deadlines(),
  objectsIn = () => storageOf(config),
  sandbox = statedHosts(config),
  hookThread = path.join(__dirname, 'checkout', 'hook', 'thread.js'),
  life,
}: PlatformOptions): Promise<Platform> {
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL must name the Postgres to use; `npm start` brings one along.');
  const source = statedKeys(config);
  if (!source) throw new ConfigError('TEZGAH_SECRET_KEY must hold 32 bytes in base64 (openssl rand -base64 32).');
  const keyRing = KeyRing.of(source.keys);
  const { databaseUrl: url, databasePoolSize: poolSize } = config;
  const database = await Database.open({ url, poolSize, applicationName, connectMs });
  const digests = await openKeys(database, keyRing).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  if (await database.loginIsPrivileged())
    log.warn(
      'DATABASE_URL logs in as a superuser or the owner of the tables: set TEZGAH_DATABASE_OWNER_URL to it, and DATABASE_URL to a login of its own, which the migrations make',
    );
  const passes = new SandboxPasses(keyRing, database, now);
  const services: WorkServices = {
    extensionWork,
    letters,
    settings: openSettings(config),
    addressOf: (db, storeId) => addressOfShop(db, storeId, config),
    secretBox: new SecretBox(keyRing),
    digests,
    objects: objectsIn(objectsFolder(config)),
    signedPaths: new SignedPaths(keyRing),
    previews: new PreviewLinks(config.previewKey, config.previewUrl),
    capabilities,
    tables,
    bookkeeping: (storeId) => database.writer(storeId),
    trials: trialsOn(() => bus),
    sandbox,
    life: {
      ensureWarm: (of) => lives.ensureWarm(of),
      backUp: (of, ask) => lives.backUp(of, ask),
    },
    ways: passes,
    get lent() {
      return lent;
    },
    log,
  };
  const temporal = temporalClient({
    address: config.temporalAddress || '127.0.0.1:7233',
    namespace: config.temporalNamespace,
  });
  const lives =
    life?.({ database, services }) ??
    temporalLife((of, asked) => updateWithStart(temporal, config.taskQueue, workspaceLifecycle, of, asked));
  const outbox = new OutboxDispatcher({
    system: database.systemWriter,
    deliver: deliverTo(temporal, config.taskQueue),
    isRefusal: isRefusedForGood,
    abandon: (row, reason) =>
      abandonWork({ bus, database }, row, { code: 'not_started', reason: `Temporal refused it: ${reason}` }),
    onError: (err, row) =>
      log.warn({ err, ...factsOf(row) }, 'an effect was not delivered yet; it will be tried again'),
    onAbandoned: (err, row) => log.error({ err, ...factsOf(row) }, 'an effect was refused and is given up'),
  });
  const bus: CommandBus = new CommandBus({
    database,
    services,
    projection: storefrontProjection,
    fingerprintKey: digests.calls,
    limitOfWork: limitOfWork(services.capabilities.entities),
    onEffects: () => outbox.kick(),
    strict,
    ...(now ? { now } : {}),
  });
  const dispatcher = new Dispatcher({
    database,
    bus,
    services,
    proposals: createProposalGate({ bus, capabilities: services.capabilities, chains: new Chains(images) }),
    delivered: (storeId, ids, deadlineMs) => outbox.delivered(database.reader(storeId), ids, deadlineMs),
    strict,
  });
  const hookPool = new LateHookPool(hookThread, HOOK_THREADS);
  const checkout = checkoutOf({
    database,
    bus,
    services,
    hooks: new Hooks(hookPool, new HookBreaker({ bus, database, deadlines, log })),
  });
  const lent: Lent = { checkout, placing: new PlacingDesk({ database, checkout, digests: services.digests }) };
  const openWork = new OpenWork({
    works: Object.values(works),
    database,
    temporal,
    onRestart(row, ended) {
      log.warn({ ...factsOf(row), ended, restarts: row.restarts }, 'an open row had no workflow: it is started again');
      outbox.kick();
    },
    async onStuck(row, tries) {
      log.error({ ...factsOf(row), tries }, 'a workflow gets no further: its history in the Temporal UI says why');
      await noteUpkeepFailure(database.systemWriter, 'workflows');
      await noteStuckWork({ bus, database }, row);
    },
    async abandon(row, why) {
      log.error({ ...factsOf(row), reason: why.reason }, 'an open row is given up');
      await abandonWork({ bus, database }, row, why);
    },
    onError: (err, row) => log.warn({ err, ...factsOf(row) }, 'whether all open rows have workflows is not known yet'),
  });
  const webhooks = new Webhooks({ bus, database, services, consumers: webhookConsumers });
  const followed =
    source.file === undefined
      ? undefined
      : new FollowedKeys({
          file: source.file,
          ring: keyRing,
          adopt: (id) => adoptKey(database.systemWriter, id),
          onRotated: (key) => log.info({ key }, 'another key seals from now on'),
          onError: (err) =>
            log.error({ err }, 'the file of the secret keys cannot be followed: the keys that are there go on'),
        });
  followed?.follow();
  return {
    config,
    log,
    keyRing,
    database,
    services,
    bus,
    dispatcher,
    temporal,
    outbox,
    openWork,
    webhooks,
    passes,
    tables,
    deadlines,
    strict,
    async close() {
      await followed?.stop();
      await openWork.stop();
      await hookPool.close();
      await outbox.stop();
      await temporal.connection.close();
      await database.close();
    },
  };
}

/** Threads for carts that a shop fills in itself: few at a time. The listener of storefronts has threads of its own. */
const HOOK_THREADS = 1;

/** The steps from a cart to an order. @param hooks the hooks that are asked along the way */
export const checkoutOf = ({
  database,
  bus,
  services,
  hooks,
}: Pick<Platform, 'database' | 'bus' | 'services'> & { readonly hooks: Hooks }): Checkout =>
  new Checkout({
    database,
    bus,
    hooks,
    capabilities: services.capabilities,
    secretBox: services.secretBox,
    digests: services.digests,
    customerOf: (db, storeId, buyer) => customerIdOf(db, services.digests, storeId, buyer),
    paidBy: (storeId, sessionId) => paymentOf(database.reader(storeId), storeId, sessionId),
  });

const factsOf = (row: Partial<Pick<OutboxRow, 'id' | 'workflowId'>> | undefined) => ({
  effect: row?.id,
  workflowId: row?.workflowId,
});
