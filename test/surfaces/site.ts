import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';
import { type Api, startApi } from '../../src/api';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { groupedBy } from '../../src/kernel/grouped';
import { newUlid } from '../../src/kernel/ids';
import { noteOpen } from '../world/open-things';
import { createWorld, openSession, PASSWORD, type TestStore, type World } from '../world/world';

export interface CallOptions {
  readonly token?: string | undefined;
  readonly session?: OwnerSession | undefined;
  readonly headers?: Record<string, string> | undefined;
  /** An object is sent as JSON; a string, bytes and a form as they are. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  readonly body: any;
}

export interface OwnerSession {
  readonly cookie: string;
  readonly csrfToken: string;
}

/** A world whose API listens on a real port. */
export interface Site {
  readonly world: World;
  readonly api: Api;
  readonly url: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Runs or proposes a command with a token, and fails when it is refused. @returns the body of the answer */
  command(token: string, command: string, payload: unknown): Promise<Answer['body']>;
  /** Sends bytes as they are and returns the raw answer: for requests that no client library would make. */
  raw(request: string | Buffer): Promise<string>;
  login(store?: TestStore): Promise<OwnerSession>;
  /** What a log-in leaves, without the price of its password: for those whose matter is what owners do who are in. */
  session(store?: TestStore): Promise<OwnerSession>;
  /** Mints a real token; scopes default to those of the kind. */
  mint(kind: 'agent' | 'developer', scopes?: readonly Scope[], store?: TestStore): Promise<MintedToken>;
  /** Runs SQL as the superuser and returns its rows. @param sql with a name: it is planned once */
  rows<Row = Record<string, unknown>>(
    sql: string | { readonly name: string; readonly text: string },
    values?: readonly unknown[],
  ): Promise<Row[]>;
  close(): Promise<void>;
}

export interface MintedToken {
  readonly id: string;
  readonly token: string;
}

export async function openSite(options: Parameters<typeof createWorld>[0] = {}): Promise<Site> {
  const world = await createWorld(options);
  const api = await startApi(world.platform, world.config, world.platform.log);
  const stopApi = noteOpen(() => api.stop());
  const { Client } = await import('pg');
  const superuser = new Client({ connectionString: world.superuserUrl });
  await superuser.connect();
  // A test may end its server.
  superuser.on('error', () => {});
  const disconnect = noteOpen(() => superuser.end());

  const call: Site['call'] = async (method, path, { token, session, headers = {}, body } = {}) => {
    const hasBody = body !== undefined;
    const isBytes = body instanceof Uint8Array;
    const isForm = body instanceof FormData;
    const response = await fetch(api.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(hasBody && !isForm ? { 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(session ? { Cookie: session.cookie, 'X-CSRF-Token': session.csrfToken } : {}),
        ...headers,
      },
      ...(hasBody
        ? { body: isBytes ? Buffer.from(body) : typeof body === 'string' || isForm ? body : JSON.stringify(body) }
        : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  };
  return {
    world,
    api,
    url: api.url,
    call,
    async command(token, command, payload) {
      const { status, body } = await call('POST', '/v1/commands', {
        token,
        body: envelope(world.storeId, command, payload),
      });
      if (status >= 300) throw new Error(`${command}: ${JSON.stringify(body)}`);
      return body;
    },
    raw: (request) => exchange(api.port, request),
    async login(store = world) {
      const { status, body, headers } = await call('POST', '/v1/auth/login', {
        body: { email: store.email, password: PASSWORD },
      });
      if (status !== 200) throw new Error(`login failed: ${JSON.stringify(body)}`);
      const cookie = headers.getSetCookie()[0]?.split(';')[0] as string;
      return { cookie, csrfToken: body.csrfToken };
    },
    async session(store = world) {
      const secret = randomBytes(32).toString('base64url');
      const csrfToken = randomBytes(24).toString('base64url');
      await openSession(world.platform, store.storeId, store.owner.id, { secret, csrfToken });
      return { cookie: `tezgah_session=${secret}`, csrfToken };
    },
    async mint(kind, scopes, store = world) {
      const payload = { kind, label: 'test', ...(scopes ? { scopes } : {}) };
      const { status, body } = await world.run('token.mint', payload, { as: store.owner });
      if (status !== 200) throw new Error(`mint failed: ${JSON.stringify(body)}`);
      const { result, token } = body as { result: { id: string }; token: string };
      return { id: result.id, token };
    },
    async rows<Row>(sql: string | { readonly name: string; readonly text: string }, values: readonly unknown[] = []) {
      const { rows } = await superuser.query(sql, values as unknown[]);
      return rows as Row[];
    },
    async close() {
      await stopApi();
      await disconnect();
      await world.close();
    },
  };
}

function exchange(port: number, request: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', (error) =>
      chunks.length > 0 ? resolve(Buffer.concat(chunks).toString('latin1')) : reject(error),
    );
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer')));
  });
}

/**
 * Columns that others write behind a call, and callers do not see: when something was used, the numbers of movements, and how far the
 * delivery of an effect is.
 */
const LEFT_BEHIND: Readonly<Record<string, readonly string[]>> = {
  stock_movement: ['seq'],
  outbox: ['claim', 'attempts', 'refusals', 'next_at', 'done_at', 'failed_at', 'last_error'],
};

/**
 * The number of rows of every table, and a sum over the versions of them, or over their contents without what others leave; counts of
 * calls are left out. Equal ones mean that nothing was written. Asked many times over: a sum knows no order, so no rows are sorted for
 * it, and adding up is left to who asks.
 */
export async function contentsOf(site: Site): Promise<Record<string, string>> {
  const tables = await site.rows<{ name: string; used: boolean }>(
    `SELECT relname AS name, EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'used_at') AS used FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'call_count' ORDER BY 1`,
  );
  const digests = tables.map(({ name, used }) => {
    const left = [...(used ? ['used_at'] : []), ...(LEFT_BEHIND[name] ?? [])];
    const kept = left.length > 0 ? `(to_jsonb(t) - '{${left}}'::text[])::text` : `t.ctid::text || ' ' || t.xmin::text`;
    return `SELECT '${name}' AS name, hashtextextended(${kept}, 0)::text AS digest FROM "${name}" t`;
  });
  // Planned once: a hundred tables in one statement take longer to plan than to read.
  const text = digests.join(' UNION ALL ');
  const sums = { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text };
  const rows = groupedBy(await site.rows<{ name: string; digest: string }>(sums), ({ name }) => name);
  const summed = (digests: readonly { digest: string }[]): string =>
    `${digests.length}:${digests.reduce((sum, { digest }) => sum + BigInt(digest), 0n)}`;
  return Object.fromEntries(tables.map(({ name }) => [name, summed(rows.get(name) ?? [])]));
}

export const envelope = (storeId: string, command: string, payload: unknown, more: object = {}) => ({
  command,
  storeId,
  payload,
  idempotencyKey: newUlid(),
  ...more,
});
