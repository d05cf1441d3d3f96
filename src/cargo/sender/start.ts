import type { MutationContext } from '../../kernel/declaration/context';
import type { SenderRow } from './aggregate';
import { cargoSender } from './contract';

/** Has the provider asked to create an address, once it is written down. */
export const askForSender = (
  { effects, storeId }: Pick<MutationContext, 'effects' | 'storeId'>,
  { id }: SenderRow,
): void => effects.startWorkflow(cargoSender, { storeId, senderId: id });
