import { command } from '../kernel/declaration/command';
import { label, object, t } from '../kernel/schema/schema';
import { forgetOrder } from '../store/unreadable/store';
import { assertWithinBounds } from './import/bounds';
import { importedExample } from './import/example';
import { assertMarketplace } from './import/marketplace';
import { mergePackages } from './import/merge';
import { importReceipt, importReceiptOf, marketplaceKey } from './import/view';
import { importFields, PACKAGES_MAX, packageSchema } from './package/payload';

export default command({
  id: 'order.import',
  label: { tr: 'Pazaryeri siparişini al', en: 'Import an order of a marketplace' },
  summary:
    'Take up an order of a marketplace with its packages: one order for each number there, paid, and never refused for stock.',
  policy: 'propose',
  scope: 'orders:write',
  // An order that was placed there stays placed; the marketplace tells a cancellation by the package.
  irreversible: true,
  payload: object({
    extension: marketplaceKey,
    ...importFields,
    packages: label('Paketler', 'Packages')(t.Array(packageSchema, { minItems: 1, maxItems: PACKAGES_MAX })),
  }),
  result: importReceipt,
  refuses: ['extension_unknown', 'extension_not_installed', 'invalid_request', 'invalid_state'],
  example: importedExample,
  /** The buyer stands in the changes. */
  redact: ({ extension, externalNumber, packages }) => ({
    extension,
    externalNumber,
    packages: packages.map(({ packageId, state, modifiedAt }) => ({ packageId, state, modifiedAt })),
  }),

  async run(context) {
    const { extension, packages, ...head } = context.payload;
    assertWithinBounds({ head, packages });
    await assertMarketplace(context.tx, context.storeId, extension);
    const merged = await mergePackages(context, { extension, head, packages });
    forgetOrder(
      context.tx,
      context.storeId,
      { extension, externalNumber: head.externalNumber },
      packages.map(({ packageId }) => packageId),
    );
    return importReceiptOf(merged);
  },
});
