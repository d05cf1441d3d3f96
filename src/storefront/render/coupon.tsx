import type { Session } from '../sale/checkout-client';
import type { CouponPlace } from '../sale/shown';
import { plain } from '../text/text';
import type { Page } from './page';

interface CouponProps {
  readonly page: Page;
  readonly session: Session;
  /** The page that it stands on. */
  readonly at: CouponPlace;
}

/** Draws the field for a code, or the code with what has become of it: a form of its own, so a wrong code loses nothing else. */
export const Coupon = ({ page, session: { coupon }, at }: CouponProps) => (
  <form method="post" action={page.links.to('/sepet/kupon')} data-form="">
    <input type="hidden" name="nereden" value={at} />
    {coupon ? <Typed coupon={coupon} /> : <Field />}
  </form>
);

const Typed = ({ coupon: { code, state, message } }: { readonly coupon: NonNullable<Session['coupon']> }) => (
  <>
    <p data-el="notice" data-axis-kind={state === 'applied' ? 'success' : 'info'} role="status">
      {plain(code)}: {plain(message)}
    </p>
    <button data-el="button" data-axis-kind="secondary" type="submit" name="kaldir" value="evet">
      Kuponu kaldır
    </button>
  </>
);

const Field = () => (
  <>
    <div data-el="field" data-axis-state="normal">
      <label data-part="label" for="kupon">
        Kupon kodu
      </label>
      <input data-part="input" id="kupon" type="text" name="kod" value="" maxlength={64} autocomplete="off" />
    </div>
    <button data-el="button" data-axis-kind="secondary" type="submit">
      Kuponu uygula
    </button>
  </>
);
