import { EMAIL_CHARS_MAX, NUMBER_CHARS_MAX } from '../../order/follow/limits';
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
      <Field
        name="no"
        label="Sipariş numarası"
        value={plain(shown.number)}
        mode="numeric"
        max={NUMBER_CHARS_MAX}
        required
      />
      <Field
        name="eposta"
        label="E-posta"
        value={plain(shown.email)}
        type="email"
        mode="email"
        autocomplete="email"
        max={EMAIL_CHARS_MAX}
        required
      />
      <button data-el="button" data-axis-kind="primary" type="submit">
        Siparişimi göster
      </button>
    </form>
  </>
);
