import { Stack } from '@mantine/core';
import { districtsOf } from '../../store/identity/places';
import { useWhoami } from '../api/queries';
import { useCheckoutSettings, useIdentity, useStockSettings, useStoreHealth } from '../api/shop';
import { Failure, Loading, PageHeader } from '../parts/states';
import { FieldValues } from '../products/field-values';
import { useSaved } from '../products/saved';
import { useText } from '../text/text';
import { Readiness } from './readiness';
import { SettingsForm } from './settings-form';

/** Shows the facts about the shop, and the things that it still lacks. */
export function StorePage() {
  const texts = useText();
  const { keepIn, shownIn } = useSaved();
  const queries = [useStoreHealth(), useWhoami(), useIdentity(), useCheckoutSettings(), useStockSettings()] as const;
  const [health, whoami, identity, checkout, stock] = queries;
  const failed = queries.find(({ error, data }) => error && !data);
  return (
    <>
      <PageHeader title={texts.nav.store} lead={texts.store.lead} />
      <Stack>
        {failed?.error && <Failure error={failed.error} retry={failed.refetch} />}
        {!failed && queries.some(({ data }) => !data) && <Loading />}
        {health.data && <Readiness health={health.data} onRan={keepIn('readiness')} />}
        {shownIn('readiness')}
        {whoami.data && (
          <SettingsForm
            id="name"
            title={texts.store.forms.name}
            command="settings.store.update"
            known={{ name: whoami.data.store.name }}
            seen={{ expectedName: whoami.data.store.name }}
            onRan={keepIn('name')}
          />
        )}
        {shownIn('name')}
        {identity.data && (
          <SettingsForm
            id="identity"
            title={texts.store.forms.identity}
            command="settings.identity.update"
            known={identity.data.identity}
            seen={{ expectedRev: identity.data.identity?.rev ?? 0 }}
            choicesIn={({ province }) => (province ? { district: districtsOf(String(province)) } : {})}
            onRan={keepIn('identity')}
          />
        )}
        {shownIn('identity')}
        {checkout.data && (
          <SettingsForm
            id="checkout"
            title={texts.store.forms.checkout}
            command="settings.checkout.update"
            known={checkout.data.checkoutSettings}
            seen={{ expectedRev: checkout.data.checkoutSettings?.rev ?? 0 }}
            onRan={keepIn('checkout')}
          />
        )}
        {shownIn('checkout')}
        {whoami.data && (
          <FieldValues ownerId={whoami.data.store.id} name={whoami.data.store.name} onRan={keepIn('fields')} />
        )}
        {shownIn('fields')}
        {stock.data && (
          <SettingsForm
            id="stock"
            title={texts.store.forms.stock}
            command="settings.stock.update"
            known={stock.data.holds}
            seen={{ expectedRev: stock.data.stockSettings?.rev ?? 0 }}
            onRan={keepIn('stock')}
          />
        )}
        {shownIn('stock')}
      </Stack>
    </>
  );
}
