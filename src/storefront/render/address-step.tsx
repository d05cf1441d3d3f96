import { districtsOf, provinces } from '../../store/identity/places';
import { districtIn } from '../sale/address';
import { Choice, Choices, Field, Notices, Submit } from './form';
import type { Page } from './page';
import { type StepOf, Way } from './way';

interface Props {
  readonly page: Page;
  readonly shown: StepOf<'address'>;
}

/** The form with the buyer, the place of delivery and the name on the invoice. */
export const AddressStep = ({ page, shown }: Props) => {
  const { session, told, faults } = shown;
  const isShipped = session.lines.some(({ requiresShipping }) => requiresShipping);
  const isKnown = !session.missing.includes('buyer');
  const count = Object.keys(faults).length;
  return (
    <>
      <Way page={page} at="address" />
      <Notices
        page={page}
        told={[
          ...told,
          ...(count > 0 ? [{ kind: 'error', text: 'Lütfen işaretli alanları düzeltin.' } as const] : []),
          ...(isKnown && count === 0
            ? [
                {
                  kind: 'info',
                  text: 'Bilgileriniz kayıtlı. Değiştirmek için formu yeniden doldurun.',
                  link: { label: 'Bu bilgilerle devam edin', to: '/odeme/yontem' },
                } as const,
              ]
            : []),
        ]}
      />
      <form method="post" action={page.links.to('/odeme/adres')} data-form="">
        <Buyer shown={shown} />
        <Place shown={shown} isShipped={isShipped} />
        <Invoice shown={shown} />
        <Field name="not" label="Sipariş notu" value={shown.form.not} fault={faults.not} rows={3} max={500} optional />
        <Submit label="Kargo ve ödemeye geç" />
      </form>
    </>
  );
};

const Buyer = ({ shown: { form, faults } }: Pick<Props, 'shown'>) => (
  <>
    <Field name="ad" label="Ad soyad" value={form.ad} fault={faults.ad} autocomplete="name" required />
    <Field
      name="eposta"
      label="E-posta"
      value={form.eposta}
      fault={faults.eposta}
      type="email"
      mode="email"
      autocomplete="email"
      hint="Sipariş belgeleriniz bu adrese gönderilir."
      max={254}
      required
    />
    <Field
      name="telefon"
      label="Telefon"
      value={form.telefon}
      fault={faults.telefon}
      type="tel"
      mode="tel"
      autocomplete="tel"
      hint="Örneğin 0532 123 45 67"
      max={40}
      required
    />
  </>
);

const Place = ({ shown: { form, faults }, isShipped }: Pick<Props, 'shown'> & { readonly isShipped: boolean }) => {
  // Without a script no list follows the province: a district is written, and chosen where no such one is known.
  const isUnknown = faults.ilce !== undefined && form.ilce !== '' && districtIn(form.il, form.ilce) === undefined;
  return (
    <fieldset data-group="">
      <legend>{isShipped ? 'Teslimat adresi' : 'Fatura adresi (yalnızca kurumsal fatura için)'}</legend>
      <Field
        name="il"
        label="İl"
        value={form.il}
        fault={faults.il}
        options={provinces}
        autocomplete="address-level1"
        required={isShipped}
      />
      <Field
        name="ilce"
        label="İlçe"
        value={form.ilce}
        fault={faults.ilce}
        options={isUnknown && form.il !== '' ? districtsOf(form.il) : undefined}
        autocomplete="address-level2"
        max={60}
        required={isShipped}
      />
      <Field
        name="adres"
        label="Adres"
        value={form.adres}
        fault={faults.adres}
        autocomplete="street-address"
        hint="Mahalle, sokak, kapı ve daire numarası"
        max={300}
        required={isShipped}
      />
      <Field
        name="postakodu"
        label="Posta kodu"
        value={form.postakodu}
        fault={faults.postakodu}
        mode="numeric"
        autocomplete="postal-code"
        max={5}
        optional
      />
    </fieldset>
  );
};

const Invoice = ({ shown: { form, faults } }: Pick<Props, 'shown'>) => {
  const isCompany = form.fatura === 'kurumsal';
  return (
    <div data-invoice="">
      <Choices legend="Fatura">
        <Choice name="fatura" value="bireysel" checked={!isCompany} title="Bireysel" />
        <Choice name="fatura" value="kurumsal" checked={isCompany} title="Kurumsal" note="Şirket adına" />
      </Choices>
      <div data-person="">
        <Field
          name="kimlik"
          label="T.C. kimlik numarası"
          value={form.kimlik}
          fault={faults.kimlik}
          mode="numeric"
          autocomplete="off"
          max={11}
          optional
        />
      </div>
      <div data-company="">
        <Field name="unvan" label="Şirket unvanı" value={form.unvan} fault={faults.unvan} max={300} />
        <Field
          name="vergidairesi"
          label="Vergi dairesi"
          value={form.vergidairesi}
          fault={faults.vergidairesi}
          max={100}
        />
        <Field
          name="vergino"
          label="Vergi kimlik numarası"
          value={form.vergino}
          fault={faults.vergino}
          mode="numeric"
          max={10}
        />
      </div>
    </div>
  );
};
