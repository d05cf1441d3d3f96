import { refuse } from '../../kernel/errors';
import { trendyol } from '../trendyol/provider';
import type { ChannelProvider } from './port';

/** Every marketplace, by the key of its extension. */
export const providers: ReadonlyMap<string, ChannelProvider> = new Map([['trendyol', trendyol]]);

/** @throws {Refusal} not_found of an extension that is no marketplace */
export const providerOf = (extension: string): ChannelProvider =>
  providers.get(extension) ?? refuse('not_found', 'The extension is no marketplace.');
