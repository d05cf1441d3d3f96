import type { Session } from '../sale/checkout-client';
import { money } from '../text/text';
import { Amounts } from './cart';
import { Coupon } from './coupon';
import { Choice, Choices, Notices, Submit } from './form';
import type { Page } from './page';
import { type StepOf, Way } from './way';

const daysOf = ({ etaDays }: Session['rates'][number]): string => {
  const [least, most] = etaDays ?? [];
  if (least === undefined || most === undefined) return '';
  return least === most ? `, ${least} gün içinde` : `, ${least}–${most} gün içinde`;
};

const METHOD_NOTES: Readonly<Record<string, string>> = {
  card: 'Kart bilgileriniz ödeme kuruluşunun sayfasında alınır.',
  cod: 'Ödeme teslimatta alınır; ücreti varsa onay sayfasında gösterilir.',
  transfer: 'Hesap bilgileri sipariş tamamlanınca gösterilir.',
};

/** How it comes, and how it is paid. Nothing is chosen for the shopper where there are several. */
export const WaysStep = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'ways'> }) => {
  const { session, told } = shown;
  const { rates, rate, methods, method } = session;
  return (
    <>
      <Way page={page} at="ways" />
      <Notices page={page} told={told} />
      <form method="post" action={page.links.to('/odeme/yontem')} data-form="">
        {rates.length === 0 ? null : (
          <Choices legend="Kargo">
            {rates.map((each) => (
              <Choice
                key={each.id}
                name="kargo"
                value={each.id}
                checked={each.id === rate}
                title={each.labelTR}
                note={`${each.kurus === 0 ? 'Ücretsiz' : money(each.kurus)}${daysOf(each)}`}
              />
            ))}
          </Choices>
        )}
        {methods.length === 0 ? null : (
          <Choices legend="Ödeme">
            {methods.map(({ id, labelTR }) => (
              <Choice
                key={id}
                name="odeme"
                value={id}
                checked={id === method}
                title={labelTR}
                note={METHOD_NOTES[id]}
              />
            ))}
          </Choices>
        )}
        <div data-el="cart-summary">
          <Amounts session={session} />
        </div>
        <Submit label="Siparişi gözden geçir" />
      </form>
      <Coupon page={page} session={session} at="yontem" />
    </>
  );
};
