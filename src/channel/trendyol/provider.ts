import { type TrendyolConfig, trendyolDefaults } from '../../extension/manifests';
import type { ChannelProvider } from '../provider/port';
import { TrendyolChannel } from './channel';
import { TrendyolClient } from './client';

export const trendyol: ChannelProvider = {
  connect({ config, secrets }, { trendyolUrl }) {
    const { sellerId, integrator } = settingsOf(config);
    const { apiKey = '', apiSecret = '' } = secrets;
    return new TrendyolChannel(new TrendyolClient(trendyolUrl, { sellerId, integrator, apiKey, apiSecret }));
  },
  requestsPer10Seconds: (config) => settingsOf(config).requestsPer10Seconds,
  // providers.md §1: the key or the secret, the identity header, an address that is not on the allow-list of the stage.
  verdicts: { 401: 'credentials_refused', 403: 'identity_refused', 503: 'not_allow_listed' },
};

const settingsOf = (config: Readonly<Record<string, unknown>>) => ({
  ...trendyolDefaults,
  ...(config as unknown as TrendyolConfig),
});
