import { nextStep, refuse } from '../../kernel/errors';
import type { Static } from '../../kernel/schema/schema';
import type { catalogStatus } from '../status';

/**
 * Refuses an archived thing, which stays so. Its handle, its barcodes and its history are kept, so that an import that meets a product
 * again does not bring it back as a twin.
 * @param name of the thing, as the beginning of a sentence
 * @throws {Refusal} invalid_state
 */
export function assertActive(thing: { readonly status: Static<typeof catalogStatus> }, name = 'The product'): void {
  if (thing.status !== 'active')
    refuse('invalid_state', `${name} is ${thing.status} already.`, {
      facts: {
        state: thing.status,
        ...nextStep(
          'Arşivdeki kayıt değiştirilemez ve geri gelmez: gerekiyorsa yenisini ekleyin; bir öneride duruyorsa o öğeyi atlayın.',
          'What is archived stays as it is: create another one if it is needed, and skip the item where a proposal holds it.',
        ),
      },
    });
}
