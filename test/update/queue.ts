import type { Bundle } from '../../src/design/bundle/bundle';
import { newUlid } from '../../src/kernel/ids';
import { prepareUpdates } from '../../src/update/sweep/sweep';
import type { Studio } from '../design/studio';
import type { Answer } from '../surfaces/site';

/** An update as the list tells it. */
export interface Entry {
  readonly id: string;
  readonly rev: number;
  readonly kind: string;
  readonly name: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  readonly class: string;
  readonly baseRev: number;
  readonly beforeHash: string | null;
  readonly hash: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly seq: number | null;
  readonly stale: boolean;
  readonly preview: { readonly before: string | null; readonly after: string | null };
  readonly report: {
    readonly counts: Readonly<Record<string, number>>;
    readonly rows: readonly { readonly kind: string; readonly pointer: string }[];
    readonly findings: readonly { readonly code: string }[];
    readonly rights: Readonly<Record<string, readonly string[]>> | null;
    readonly missing: readonly string[];
  };
}

/** The queue of updates of a studio, over HTTP. */
export function queueOf(studio: Studio) {
  const { site, owner } = studio;
  const decide =
    (way: string) =>
    (id: string, rev?: number, body: object = {}): Promise<Answer> =>
      site.call('POST', `/v1/updates/${id}/${way}`, {
        session: owner,
        headers: { 'Idempotency-Key': newUlid(), ...(rev === undefined ? {} : { 'If-Match': `"${rev}"` }) },
        body,
      });
  const entries = async (query = ''): Promise<Entry[]> => {
    const { status, body } = await site.call('GET', `/v1/updates${query}`, { session: owner });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.items;
  };
  return {
    entries,
    sweep: () => prepareUpdates(site.world.platform, site.world.storeId),
    async only(query = ''): Promise<Entry> {
      const [entry, ...others] = await entries(query);
      expect(others).toEqual([]);
      return entry as Entry;
    },
    apply: decide('uygula'),
    dismiss: decide('ertele'),
    /** Publishes a body through the main draft. @returns number of the version */
    async published(body: Bundle | object): Promise<number> {
      const { rev, baseSeq } = await studio.draft();
      const put = await studio.put(body, rev);
      if (put.status !== 200) throw new Error(JSON.stringify(put.body));
      const live = await studio.site.call('GET', '/v1/design/versions?limit=1', { session: owner });
      const seq = live.body.items[0]?.seq ?? baseSeq;
      const { status, body: answer } = await studio.run('design.publish', { expectedRev: seq, allowOlderTheme: true });
      if (status !== 200) throw new Error(JSON.stringify(answer));
      return answer.result.seq;
    },
  };
}
