import type { Bundle } from '../../src/design/bundle/bundle';
import { newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { type Answer, type CallOptions, envelope, type OwnerSession, openSite, type Site } from '../surfaces/site';

/** A store whose design is worked on over HTTP. */
export interface Studio {
  readonly site: Site;
  readonly owner: OwnerSession;
  /** The draft of a workspace, main without one. */
  draft(options?: Caller): Promise<Answer['body']>;
  put(body: Bundle | object, rev: number | undefined, options?: Caller): Promise<Answer>;
  restore(hash: string, rev: number, options?: Caller): Promise<Answer>;
  discard(rev: number | undefined, options?: Caller): Promise<Answer>;
  run(command: string, payload: object, options?: Caller): Promise<Answer>;
  close(): Promise<void>;
}

export interface Caller {
  readonly workspace?: string | undefined;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openStudio(options: Parameters<typeof openSite>[0] = {}): Promise<Studio> {
  const site = await openSite({ ...(process.env.STUDIO_LOG ? { log: createLog('studio', 'error') } : {}), ...options });
  const owner = await site.session();
  const as = ({ token }: Caller): CallOptions => (token === undefined ? { session: owner } : { token });
  const path = ({ workspace }: Caller) =>
    workspace === undefined ? '/v1/design/draft' : `/v1/design/draft?workspace=${workspace}`;
  const seen = (rev: number | undefined, { headers = {} }: Caller) => ({
    'Idempotency-Key': newUlid(),
    ...(rev === undefined ? {} : { 'If-Match': `"${rev}"` }),
    ...headers,
  });
  const write = (method: 'PUT' | 'DELETE', rev: number | undefined, caller: Caller, body?: object) =>
    site.call(method, path(caller), { ...as(caller), headers: seen(rev, caller), ...(body ? { body } : {}) });
  return {
    site,
    owner,
    async draft(caller = {}) {
      const { status, body, headers } = await site.call('GET', path(caller), as(caller));
      if (status !== 200) throw new Error(JSON.stringify(body));
      expect(headers.get('ETag')).toBe(`"${body.rev}"`);
      return body;
    },
    put: (body, rev, caller = {}) => write('PUT', rev, caller, { body }),
    restore: (hash, rev, caller = {}) => write('PUT', rev, caller, { hash }),
    discard: (rev, caller = {}) => write('DELETE', rev, caller),
    run: (command, payload, caller = {}) =>
      site.call('POST', '/v1/commands', {
        ...as(caller),
        headers: caller.headers,
        body: envelope(site.world.storeId, command, payload),
      }),
    close: () => site.close(),
  };
}
