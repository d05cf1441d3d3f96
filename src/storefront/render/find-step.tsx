import { plain } from '../text/text';
import { Field, Notices } from './form';
import type { Page } from './page';
import type { StepOf } from './way';

/** The form by which a buyer who has lost the letter comes to the page of an order. */
export const FindStep = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'find'> }) => (
  <>
    <Notices page={page} told={shown.told} />
    <p data-el="text">
      Sipariş numaranız ve bağlantısı, siparişten sonra size gönderilen e-postadadır. Bağlantıyı bulamıyorsanız buraya
      yazın.
    </p>
    <form method="post" action={page.links.to('/siparis')} data-form="">
      <Field name="no" label="Sipariş numarası" value={plain(shown.number)} mode="numeric" max={40} required />
      <Field
        name="eposta"
        label="E-posta"
        value={plain(shown.email)}
        type="email"
        mode="email"
        autocomplete="email"
        max={254}
        required
      />
      <button data-el="button" data-axis-kind="primary" type="submit">
        Siparişimi göster
      </button>
    </form>
  </>
);
