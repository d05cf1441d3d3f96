import { sleep } from '../../src/embedded/process';
import { firstPartyPack } from '../../src/skin/first-party/packs';
import { patient } from '../world/patience';
import type { Designs } from './designer';
import type { Findings } from './findings';
import type { Gateway } from './gateway';
import type { Onlooker } from './onlooker';
import type { Product } from './product';

interface Version {
  readonly seq: number;
  readonly hash: string;
  readonly theme: string;
  readonly version: string;
  readonly text: string | null;
}

const VERSIONS = `
  SELECT v.seq, v.hash, v.theme, v.theme_version AS version, b.text FROM design_version v
  LEFT JOIN design_body b ON b.store_id = v.store_id AND b.hash = v.hash WHERE v.store_id = $1 ORDER BY v.seq`;

/** The shop is up again within so many looks. */
const TRIES = 50;
const PAUSE_MS = patient(200);

interface Stage {
  readonly product: Product;
  readonly gateway: Gateway;
  readonly designs: Designs;
  readonly findings: Findings;
}

/** Each version that was acknowledged is there once, with body and theme; the last one is live, and shoppers see it. */
export async function checkDesigns({ product, gateway, designs, findings }: Stage, onlooker: Onlooker): Promise<void> {
  const storeId = product.run?.storeId;
  const { versions, live } = designs;
  await product.sql(async (query) => {
    const kept = await query<Version>(VERSIONS, [storeId]);
    const own = kept.slice(kept.findIndex(({ seq }) => seq === versions[0]?.seq));
    findings.expectCount('versions of the design', own.length, versions.length);
    findings.expectEqual(
      'versions of the design',
      own.map(({ seq, hash }) => [seq, hash]),
      versions.map(({ seq, hash }) => [seq, hash]),
    );
    for (const { seq, text, theme, version } of kept) {
      const worn = text === null ? undefined : JSON.parse(text).theme;
      findings.expectEqual(`the theme of version ${seq}`, [worn?.key, worn?.version], [theme, version]);
      if (!firstPartyPack(theme, version)) findings.lose(`the pack of ${theme} ${version}`);
    }
    findings.expectEqual(
      'the live design',
      await query('SELECT rev, hash FROM design_live WHERE store_id = $1', [storeId]),
      [{ rev: live.seq, hash: live.hash }],
    );
  });
  const { rev, hash } = await gateway.read('/v1/design/draft', 'owner');
  findings.expectEqual('the draft of the design', [rev, hash], [designs.rev, designs.hash]);
  let heading = await onlooker.look();
  for (let tries = 0; heading === undefined && tries < TRIES; tries += 1) {
    await sleep(PAUSE_MS);
    heading = await onlooker.look();
  }
  findings.expectEqual('the heading that shoppers see', heading, live.heading);
}
