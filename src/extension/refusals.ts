import type { Refusals } from '../kernel/meaning';

export const refusals = {
  extension_unknown: {
    status: 422,
    title: 'There is no such extension.',
    turkish: 'Böyle bir eklenti yok.',
    cause: 'This build has no extension of this name.',
    remedy: 'Take a name from `GET /v1/extensions`.',
  },
  extension_not_installed: {
    status: 422,
    title: 'The extension is not installed.',
    turkish: 'Eklenti kurulu değil.',
    cause: 'The store has not installed the extension.',
    remedy: 'Install it first.',
  },
  extension_not_enabled: {
    status: 422,
    title: 'The extension is not enabled.',
    turkish: 'Eklenti etkin değil.',
    cause: 'The extension is installed, but switched off.',
    remedy: 'Enable it first.',
  },
  disconnect_needed: {
    status: 422,
    title: 'The call has to say what happens to the stock at the marketplace.',
    turkish: 'Pazaryerindeki stoğun ne olacağı belirtilmelidir.',
    cause: 'The marketplace has listings of the store, whose stock stays there when nothing updates it any more.',
    remedy: 'State `disconnect`: `freeze` leaves the stock there as it is, `zero` sets it to 0 everywhere first.',
  },
  zero_not_offered: {
    status: 422,
    title: 'The marketplace takes no stock from the shop, so it is not set to zero; state freeze.',
    turkish: 'Pazaryeri mağazadan stok almıyor, bu yüzden sıfırlanamaz; olduğu gibi bırakmayı (freeze) seçin.',
    cause: 'The provider of the extension does not offer to be told stock.',
    remedy: "State `freeze`, and take the products off sale in the marketplace's own panel.",
  },
  consent_required: {
    status: 422,
    title: 'The extension needs rights that have not been granted.',
    turkish: 'Eklenti, henüz verilmemiş haklar istiyor; mağaza sahibinin onayı gerekir.',
    cause:
      'The version to upgrade to, or to install, asks for scopes, personal data, acts or secrets beyond what the owner has granted, or the token holds; or the call leads to an act at the provider that no owner has granted.',
    remedy:
      'Show an owner the `growth`, who upgrades with `consent: true`, or installs it, in the panel. An installed version works on meanwhile.',
  },
  extension_not_ready: {
    status: 422,
    title: 'Secrets or settings of the extension are missing.',
    turkish: 'Eklentinin gizli bilgileri veya ayarları eksik.',
    cause: 'The extension lacks credentials or settings that it needs.',
    remedy: 'Read the extension: its answer lists what is missing. The owner sets secrets in the panel.',
  },
  not_offered: {
    status: 422,
    title: 'The provider of the extension does not offer this.',
    turkish: 'Eklentinin sağlayıcısı bu işlemi sunmuyor.',
    cause: 'The provider of the extension has no such operation, or the extension does not implement it.',
    remedy: 'Read `extensions.ops.get`: it lists what the extension offers. No setting adds an operation.',
  },
  config_invalid: {
    status: 422,
    title: 'The configuration does not fit the extension.',
    turkish: 'Yapılandırma eklentiye uymuyor.',
    cause: 'The configuration does not fit the schema of the extension.',
    remedy: 'Read `errors` and the schema of the extension.',
  },
  secret_unknown: {
    status: 422,
    title: 'The extension has no such secret.',
    turkish: 'Eklentinin böyle bir gizli bilgisi yok.',
    cause: 'The extension declares no secret of this name.',
    remedy: 'Read the extension: its answer lists its secrets.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
