import { command } from '../kernel/declaration/command';
import { label, object, t } from '../kernel/schema/schema';
import { upsertedExample } from '../order/import/example';
import { assertMarketplace } from '../order/import/marketplace';
import { mergePackages } from '../order/import/merge';
import { importReceipt, importReceiptOf, marketplaceKey } from '../order/import/view';
import { importFields, PACKAGES_MAX, type PackagePayload, packageSchema } from '../order/package/payload';

export default command({
  id: 'channel.package.upsert',
  label: { tr: 'Pazaryeri paketini yansıt', en: 'Mirror a package of a marketplace' },
  summary:
    'Mirror what a marketplace says of a package onto its order, which is made where there is none; older and equal news moves nothing.',
  policy: 'propose',
  scope: 'orders:write',
  runtimeOnly: true,
  irreversible: true,
  payload: object({
    extension: marketplaceKey,
    soldBefore: t.Optional(
      label(
        'Bağlantıdan önce satıldı',
        'Sold before the connection',
      )(t.Boolean({ description: 'An order that is new here takes no stock then: what was counted is without it.' })),
    ),
    ...importFields,
    package: packageSchema,
    others: t.Optional(
      label(
        'Birlikte gelen paketler',
        'Told with it',
      )(
        t.Array(packageSchema, {
          minItems: 1,
          maxItems: PACKAGES_MAX - 1,
          description: 'Other news of packages of the order: all of it counts as one.',
        }),
      ),
    ),
  }),
  result: importReceipt,
  refuses: ['extension_unknown', 'extension_not_installed', 'invalid_request', 'invalid_state'],
  example: upsertedExample,
  /** The buyer stands in the changes. */
  redact: ({ extension, externalNumber, package: told, others }) => ({
    extension,
    externalNumber,
    package: withoutBuyer(told),
    ...(others ? { others: others.map(withoutBuyer) } : {}),
  }),

  async run(context) {
    const { extension, soldBefore = false, package: told, others = [], ...head } = context.payload;
    await assertMarketplace(context.tx, context.storeId, extension);
    return importReceiptOf(await mergePackages(context, { extension, soldBefore, head, packages: [told, ...others] }));
  },
});

const withoutBuyer = ({ packageId, state, modifiedAt }: PackagePayload) => ({ packageId, state, modifiedAt });
