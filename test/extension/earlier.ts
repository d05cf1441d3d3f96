import { trendyol } from '../../src/provider/trendyol/provider';
import type { World } from '../world/world';

/** All that the current version of Trendyol's extension asks for. */
export const TRENDYOL_RIGHTS = {
  scopes: [],
  personalData: [],
  actions: [...(trendyol.manifest.actions ?? [])],
  secrets: ['apiKey', 'apiSecret'],
};

interface Earlier {
  readonly extension: string;
  readonly version: string;
  readonly config?: object;
  readonly enabled?: boolean;
  /** null: from before grants were kept. */
  readonly granted?: object | null;
}

/** Leaves an extension that is installed as a store has it that installed an earlier version: no command installs one. */
export const asInstalledEarlier = (
  world: World,
  { extension, version, config, enabled, granted = null }: Earlier,
): Promise<unknown> =>
  world.sql(`
    UPDATE extension SET version = '${version}',
      granted = ${granted === null ? 'NULL' : `'${JSON.stringify(granted)}'`},
      config = ${config === undefined ? 'config' : `'${JSON.stringify(config)}'`},
      enabled = ${enabled === undefined ? 'enabled' : enabled}
    WHERE store_id = '${world.storeId}' AND key = '${extension}'`);
