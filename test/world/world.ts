import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Config, loadConfig } from '../../src/config';
import type { Outcome } from '../../src/kernel/bus/call';
import type { Dispatcher, Reply, RouteInput } from '../../src/kernel/call/dispatch';
import type { Envelope } from '../../src/kernel/call/envelope';
import type { Deadlines } from '../../src/kernel/deadlines';
import type { CapabilityIndex } from '../../src/kernel/declaration/capability-index';
import type { Entity } from '../../src/kernel/declaration/entity';
import type { Principal } from '../../src/kernel/declaration/principal';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import type { Declared, Route } from '../../src/kernel/declaration/route';
import type { Sandbox, Sandboxes } from '../../src/kernel/declaration/sandbox';
import { type Scope, scopeNames } from '../../src/kernel/declaration/scopes';
import { newId, newUlid } from '../../src/kernel/ids';
import { plainOf } from '../../src/kernel/json-text';
import { createLog, type Log } from '../../src/kernel/log';
import type { Objects } from '../../src/kernel/objects/objects';
import type { NamingTable } from '../../src/kernel/table/naming';
import { newSecretKey } from '../../src/keys/source';
import { tables } from '../../src/nouns';
import { openPlatform, type Platform } from '../../src/platform';
import { registry } from '../../src/registry';
import { SandboxHosts } from '../../src/sandbox/hosts';
import { insertStore } from '../../src/store/store';
import { lazySandbox } from '../sandbox/lazy';
import { directLife } from '../workspace/direct-life';
import { assertNamed } from './named';
import { noteOpen } from './open-things';
import { patient } from './patience';
import {
  cloneDatabase,
  databaseUrl,
  dropDatabase,
  execute,
  runtimeUrl,
  TEMPLATE_DATABASE,
  type TestServices,
} from './services';
import { temporalNamespaceOf } from './temporal';
import { assertTraced, watchTrials } from './watch';

export { PASSWORD } from './services';

export interface TestStore {
  readonly storeId: string;
  readonly email: string;
  readonly owner: Principal;
  readonly developer: Principal;
  readonly agent: Principal;
}

export interface RunOptions {
  readonly as?: Principal;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly deferBump?: boolean;
  readonly expectedRev?: number;
}

/** A database of its own, cloned from the migrated template, with two stores in it. */
export interface World extends TestStore {
  readonly platform: Platform;
  readonly database: Platform['database'];
  readonly bus: Platform['bus'];
  readonly dispatcher: Dispatcher;
  readonly config: Config;
  readonly other: TestStore;
  /** Runs a command as the developer unless told otherwise. Refusals are replies, except those that stop before the bus: they throw. */
  run(command: string, payload: unknown, options?: RunOptions): Promise<Reply>;
  /** The result of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  done(command: string, payload: unknown, options?: RunOptions): Promise<any>;
  /** Calls a route as the owner unless told otherwise and returns its body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  read(route: string, input?: Partial<RouteInput> & { as?: Principal }): Promise<any>;
  /** Of the database's superuser, straight to Postgres. */
  readonly superuserUrl: string;
  /** SQL as the database's superuser: sees every store. */
  sql(text: string): Promise<void>;
  /** @throws when something was changed of which no audit row tells, see `watch.ts`, or names bytes that are swept, see `named.ts` */
  close(): Promise<void>;
}

export const testServices = (): TestServices => JSON.parse(process.env.TEZGAH_TEST_SERVICES as string) as TestServices;

interface WorldOptions {
  /** A world that is closed and `stays`: this one begins as that one ended, with the same stores and keys. */
  readonly from?: World;
  /** Its database and files are there until the file of tests ends, and not only until it is closed: something comes back to them. */
  readonly stays?: true;
  readonly now?: () => Date;
  readonly environment?: Record<string, string>;
  /** Leads the product's connections elsewhere, e.g. through a proxy that has faults. */
  readonly through?: (databaseUrl: string) => string;
  /** @default those of the build, see {@link registryWith} */
  readonly capabilities?: CapabilityIndex;
  /** What only a test declares; the world does not make it in the database. */
  readonly tables?: readonly NamingTable[];
  /** @default as the product keeps them */
  readonly objectsIn?: (folder: string) => Objects;
  /** @default as the product states them */
  readonly deadlines?: Deadlines;
  /** @default silent */
  readonly log?: Log;
  /** @default the interpreter, in this process, from the first command on */
  readonly sandbox?: Sandbox;
  /** In the place of that: several hosts. */
  readonly sandboxes?: Sandboxes;
  /** True: their workflows see to the files of workspaces, and need a worker. @default the moves of them, in the call itself */
  readonly temporalLife?: true;
  /** False where it is counted what a call asks of Postgres: who watches asks, too. */
  readonly watchesTrials?: false;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const services = testServices();
  const name = `w_${randomBytes(8).toString('hex')}`;
  const { from } = options;
  await cloneDatabase(
    services.postgresUrl,
    name,
    from ? new URL(from.superuserUrl).pathname.slice(1) : TEMPLATE_DATABASE,
  );
  const superuserUrl = databaseUrl(services.postgresUrl, name);
  const dataFolder = path.join(services.dataFolder, name);
  if (from && existsSync(from.config.dataFolder)) cpSync(from.config.dataFolder, dataFolder, { recursive: true });
  const config = loadConfig({
    DATABASE_URL: options.through?.(runtimeUrl(superuserUrl)) ?? runtimeUrl(superuserUrl),
    TEMPORAL_ADDRESS: services.temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespaceOf(),
    TEZGAH_TASK_QUEUE: name,
    TEZGAH_DATA: dataFolder,
    TEZGAH_SECRET_KEY: from ? from.config.secretKeys.map((key) => key.toString('base64')).join() : newSecretKey(),
    TEZGAH_THROTTLE_PER_MINUTE: '1000000',
    TEZGAH_CHECKOUT_PER_MINUTE: '1000000',
    TEZGAH_ANONYMOUS_PER_MINUTE: '1000000',
    TEZGAH_STOREFRONT_PER_MINUTE: '1000000',
    TEZGAH_PREVIEW_KEY: 'p'.repeat(43),
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...options.environment,
  });
  const sandbox = lazySandbox();
  const platform = await openPlatform({
    config,
    log: options.log ?? createLog('test', 'silent'),
    applicationName: 'tezgah-test',
    strict: true,
    connectMs: patient(5_000),
    ...(options.now ? { now: options.now } : {}),
    ...(options.deadlines ? { deadlines: options.deadlines } : {}),
    ...(options.capabilities ? { capabilities: options.capabilities } : {}),
    tables: [...tables, ...(options.tables ?? [])],
    ...(options.objectsIn ? { objectsIn: options.objectsIn } : {}),
    sandbox: options.sandboxes ?? new SandboxHosts(new Map([['local', options.sandbox ?? sandbox]])),
    ...(options.temporalLife ? {} : { life: directLife }),
  });
  const forget = noteOpen(async () => {
    await dropDatabase(services.postgresUrl, name);
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const closePlatform = noteOpen(() => platform.close());
  const ofTrials = options.watchesTrials === false ? [] : watchTrials(platform.bus);
  const { database, bus, dispatcher, services: lent } = platform;
  const [store, other] = from
    ? [storeOf(from), from.other]
    : await Promise.all([openStore(platform, 'Kahve Dükkânı'), openStore(platform, 'Öteki Dükkân')]);

  const run = (
    command: string,
    payload: unknown,
    { as = store.developer, key, dryRun, deferBump, expectedRev }: RunOptions = {},
  ): Promise<Reply> => {
    const envelope: Envelope = {
      command,
      storeId: as.storeId,
      payload,
      ...(dryRun ? { dryRun } : { idempotencyKey: key ?? newUlid() }),
      ...(deferBump ? { deferBump } : {}),
    };
    return dispatcher.command(as, envelope, { expectedRev });
  };
  return {
    ...store,
    other,
    platform,
    database,
    bus,
    dispatcher,
    config,
    run,
    async done(command, payload, runOptions) {
      const reply = await run(command, payload, runOptions);
      // 202 is of work that goes on, or of what an agent has proposed, which nobody has done.
      const isDone = reply.status === 200 || (reply.status === 202 && !('proposed' in (reply.body as object)));
      if (!isDone) throw new Error(`${command} was refused: ${JSON.stringify(reply.body)}`);
      return (reply.body as { result: unknown }).result;
    },
    async read(routeId, { as = store.owner, ...input } = {}) {
      const { routes, accountRoutes } = lent.capabilities;
      const route = [...routes, ...accountRoutes].find(({ id }) => id === routeId);
      if (!route) throw new Error(`no route ${routeId}`);
      const reply = await dispatcher.route(route, as, { params: {}, query: {}, body: {}, ...input });
      return plainOf(reply.body);
    },
    superuserUrl,
    sql: (text) => execute(superuserUrl, text),
    async close() {
      await closePlatform();
      await sandbox.close();
      await assertTraced(superuserUrl, ofTrials);
      if (existsSync(path.join(config.dataFolder, 'objects'))) await assertNamed(superuserUrl, platform.tables);
      if (!options.stays) await forget();
    },
  };
}

/** What the build has, and what only a test declares: what the kernel promises to capabilities that are still to come. */
export function registryWith(capabilities: readonly Declared[], entities: readonly Entity[] = []): CapabilityIndex {
  const { routes, accountRoutes, commands, runtimeCommands } = registry;
  const declared = new Set([...declaredIn(routes), ...commands, ...runtimeCommands, ...capabilities]);
  return buildRegistry([...declared], [...registry.entities, ...entities], declaredIn(accountRoutes));
}

const declaredIn = (routes: readonly Route[]): readonly Declared[] =>
  routes.map((route) => ('command' in route ? route.command : route));

const storeOf = ({ storeId, email, owner, developer, agent }: World): TestStore => ({
  storeId,
  email,
  owner,
  developer,
  agent,
});

async function openStore(platform: Platform, name: string): Promise<TestStore> {
  const storeId = newId('str');
  const email = `${randomUUID()}@example.com`;
  const ownerId = newId('own');
  await insertStore(platform.database, {
    id: storeId,
    name,
    owner: { id: ownerId, email, passwordHash: testServices().passwordHash },
  });
  const owner = {
    ...principal('owner', ownerId, storeId, scopeNames),
    session: await openSession(platform, storeId, ownerId),
  };
  return {
    storeId,
    email,
    owner,
    developer: principal('developer', newId('tok'), storeId, [
      'catalog:read',
      'catalog:write',
      'design:read',
      'design:write',
      'orders:read',
      'orders:write',
      'store:admin',
      'secrets:write',
    ]),
    agent: principal('agent', newId('tok'), storeId, [
      'catalog:read',
      'catalog:write',
      'design:read',
      'design:write',
      'proposals:write',
    ]),
  };
}

/** What a browser holds of a session. */
interface SessionSecrets {
  readonly secret: string;
  readonly csrfToken: string;
}

/** The row that stands behind an owner's cookie. @param secrets of a session that is used through a door @returns its digest */
export async function openSession(
  { database }: Platform,
  storeId: string,
  ownerId: string,
  secrets?: SessionSecrets,
): Promise<Buffer> {
  const digest = secrets ? sha256(secrets.secret) : randomBytes(32);
  await database.writer(storeId).query(
    `INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at, id)
     VALUES ($1, $2, $3, $4, now() + interval '100 years', $5)`,
    [digest, storeId, ownerId, secrets ? sha256(secrets.csrfToken) : digest, newId('ses')],
  );
  return digest;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const principal = (kind: Principal['kind'], id: string, storeId: string, scopes: readonly Scope[]): Principal => ({
  kind,
  id,
  storeId,
  scopes: new Set(scopes),
  workspaceId: null,
  expiresAt: null,
  limits: null,
});

export type { Outcome };
