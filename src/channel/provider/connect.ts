import { accountAt } from '../../extension/account';
import type { ExtensionRow } from '../../extension/aggregate';
import { assertGranted } from '../../extension/consent';
import { ungranted } from '../../extension/granted-rights';
import { channelOf, installedManifestOf } from '../../extension/provider/providers';
import { assertFits, assertReady, blockers } from '../../extension/readiness';
import { secretKeys } from '../../extension/secret/store';
import { keptAt } from '../../extension/store';
import type { Queryable, StoreReader } from '../../kernel/database/queryable';
import type { WorkServices } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';
import { careful } from '../../provider/careful';
import { blankerOf } from '../../provider/discreet';
import { guarded } from '../../provider/guarded';
import { providerHttp } from '../../provider/http';
import type { PictureHost } from '../../provider/picture/hosts';
import { type ChannelAdapter, channelTelling, notOffered, type Operation, operations } from '../../provider/port';
import type { ChannelProvider } from '../../provider/provider';
import { groupsOf, type Urgency, withinBudget } from './budget';
import { assertChannel, assertOffered, type ChannelNeeds } from './needs';

export interface ConnectedChannel<O extends Operation = Operation> {
  readonly provider: ChannelProvider;
  readonly adapter: Pick<ChannelAdapter, O>;
  /** The hosts from which pictures of its products may be fetched. */
  readonly pictureHosts: readonly PictureHost[];
  /** True if an import brings the pictures of new products. */
  readonly wantsPictures: boolean;
}

interface Connecting<O extends Operation> {
  readonly db: StoreReader;
  readonly services: Pick<WorkServices, 'settings' | 'secretBox' | 'bookkeeping' | 'log'>;
  readonly storeId: string;
  readonly ext: string;
  /** The needs of the calling capability. A job has none here, since the call that asked for it needed them. */
  readonly needs?: ChannelNeeds<O>;
  /** @default a caller waits for the answer */
  readonly urgency?: Urgency;
  /** Configuration and secrets that replace the stored ones. */
  readonly instead?: Partial<Pick<ExtensionRow, 'config'>> & { readonly secrets?: Readonly<Record<string, string>> };
}

/**
 * The adapter of an installed channel, within the store's budget at the provider.
 * @throws {Refusal} not_found, extension_not_installed, config_invalid, extension_not_ready, not_offered, consent_required; the last two also
 * of a call that the provider does not offer, or that no owner has let it make
 */
export async function connectChannel<O extends Operation = Operation>({
  db,
  services,
  storeId,
  ext,
  needs,
  urgency = 'asked',
  instead = {},
}: Connecting<O>): Promise<ConnectedChannel<O>> {
  assertChannel(ext);
  const { manifest, extension, secrets: kept } = await accountAt(db, services.secretBox, storeId, ext);
  const provider = channelOf(ext);
  assertOffered(manifest, needs);
  const secrets = { ...kept, ...instead.secrets };
  if (instead.config) assertFits(manifest, instead.config);
  const config = instead.config ?? extension.config;
  assertReady(manifest, { ...extension, config }, new Set(Object.keys(secrets)));
  assertGranted(extension, manifest, needs?.operations ?? []);
  const { name } = manifest;
  const settings = services.settings.providers[ext] ?? {};
  const adapter = provider.connect({ config, secrets }, settings, providerHttp(name));
  // Budgets are those of the saved settings: a trial of other settings asks no more often.
  const ofChannel = provider.requestsPer10Seconds(extension.config);
  const groups = groupsOf(provider, extension.config);
  const blank = blankerOf(Object.values(secrets));
  const call = careful({ name, blank, log: services.log, storeId, ext });
  const budget = { books: services.bookkeeping(storeId), storeId, ext, groups, ofChannel, urgency };
  const guard = withinBudget(budget, call);
  const lacking = (operation: Operation) => {
    assertGranted(extension, manifest, [operation]);
    return refuse('not_offered', notOffered(name, [operation]));
  };
  const pictureHosts = provider.pictureHosts?.(settings) ?? [];
  const wantsPictures = provider.wantsPictures?.(config) ?? true;
  // A job may have been asked for before, or by a release that asked nobody.
  const offered = provider.operations.filter((operation) => ungranted(extension, [operation]).length === 0);
  return {
    provider,
    adapter: guarded<ChannelAdapter>(adapter, { operations, offered, guard, telling: channelTelling, blank, lacking }),
    pictureHosts,
    wantsPictures,
  };
}

/** Tells whether secrets and configuration are complete, for the health page. */
export async function channelReadiness(
  db: Queryable,
  storeId: string,
  ext: string,
): Promise<{ extension: ExtensionRow; blockedBy: string[] }> {
  assertChannel(ext);
  const extension = await keptAt(db, storeId, ext);
  const secrets = await secretKeys(db, storeId, ext);
  return { extension, blockedBy: blockers(installedManifestOf(extension), extension, new Set(secrets.keys())) };
}
