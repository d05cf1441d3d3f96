import { districtsOf, provinces } from '../../store/identity/places';
import { districtIn } from '../sale/address';
import { Choice, Choices, Field, Notices, Submit } from './form';
import type { Page } from './page';
import { type StepOf, Way } from './way';

interface Props {
  readonly page: Page;
  readonly shown: StepOf<'address'>;
}

/** A field of the form as it was sent, with its fault. */
const field = ({ form, faults }: Props['shown'], name: keyof Props['shown']['faults']) => ({
  name,
  value: form[name],
  fault: faults[name],
});

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
        <DistrictFields shown={shown} isShipped={isShipped} />
        <Invoice shown={shown} />
        <Field {...field(shown, 'not')} label="Sipariş notu" rows={3} max={500} optional />
        <Submit label="Kargo ve ödemeye geç" />
      </form>
    </>
  );
};

const Buyer = ({ shown }: Pick<Props, 'shown'>) => (
  <>
    <Field {...field(shown, 'ad')} label="Ad soyad" autocomplete="name" required />
    <Field
      {...field(shown, 'eposta')}
      label="E-posta"
      type="email"
      mode="email"
      autocomplete="email"
      hint="Sipariş belgeleriniz bu adrese gönderilir."
      max={254}
      required
    />
    <Field
      {...field(shown, 'telefon')}
      label="Telefon"
      type="tel"
      mode="tel"
      autocomplete="tel"
      hint="Örneğin 0532 123 45 67"
      max={40}
      required
    />
  </>
);

const DistrictFields = ({ shown, isShipped }: Pick<Props, 'shown'> & { readonly isShipped: boolean }) => {
  const { form, faults } = shown;
  // Without a script no list follows the province: a district is written, and chosen where no such one is known.
  const isUnknown = faults.ilce !== undefined && form.ilce !== '' && districtIn(form.il, form.ilce) === undefined;
  return (
    <fieldset data-group="">
      <legend>{isShipped ? 'Teslimat adresi' : 'Fatura adresi (yalnızca kurumsal fatura için)'}</legend>
      <Field
        {...field(shown, 'il')}
        label="İl"
        options={provinces}
        autocomplete="address-level1"
        required={isShipped}
      />
      <Field
        {...field(shown, 'ilce')}
        label="İlçe"
        options={isUnknown && form.il !== '' ? districtsOf(form.il) : undefined}
        autocomplete="address-level2"
        max={60}
        required={isShipped}
      />
      <Field
        {...field(shown, 'adres')}
        label="Adres"
        autocomplete="street-address"
        hint="Mahalle, sokak, kapı ve daire numarası"
        max={300}
        required={isShipped}
      />
      <Field
        {...field(shown, 'postakodu')}
        label="Posta kodu"
        mode="numeric"
        autocomplete="postal-code"
        max={5}
        optional
      />
    </fieldset>
  );
};

const Invoice = ({ shown }: Pick<Props, 'shown'>) => {
  const isCompany = shown.form.fatura === 'kurumsal';
  return (
    <div data-invoice="">
      <Choices legend="Fatura">
        <Choice name="fatura" value="bireysel" checked={!isCompany} title="Bireysel" />
        <Choice name="fatura" value="kurumsal" checked={isCompany} title="Kurumsal" note="Şirket adına" />
      </Choices>
      <div data-person="">
        <Field
          {...field(shown, 'kimlik')}
          label="T.C. kimlik numarası"
          mode="numeric"
          autocomplete="off"
          max={11}
          optional
        />
      </div>
      <div data-company="">
        <Field {...field(shown, 'unvan')} label="Şirket unvanı" max={300} />
        <Field {...field(shown, 'vergidairesi')} label="Vergi dairesi" max={100} />
        <Field {...field(shown, 'vergino')} label="Vergi kimlik numarası" mode="numeric" max={10} />
      </div>
    </div>
  );
};
