import { ProviderError } from '../errors';

/** Shape C of providers.md §2.1: the order, invoice and webhook services. */
export const refusedOrder = (status: number, error: string, message: string): ProviderError =>
  new ProviderError(status, { error, message }, message);

/** Shape B, which package operations answer. @param atMs epoch milliseconds */
export const refusedAct = (message: string, atMs: number): ProviderError =>
  ProviderError.gateway(400, 'ClientApiBusinessException', message, atMs);

export const unknownPackage = (atMs: number): ProviderError =>
  ProviderError.gateway(404, 'TrendyolNotFoundException', 'Paket bulunamadı.', atMs);

/** Shape D: the common label. */
export const refusedLabel = (status: number, code: 1001 | 1002, title: string): ProviderError =>
  new ProviderError(status, { error: { status, errors: [{ code, type: 'BUSINESS', title }] } }, title);
