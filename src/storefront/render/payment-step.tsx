import type { Standing } from '../sale/checkout-client';
import { Notices } from './form';
import type { Page } from './page';
import type { StepOf } from './way';

/** The page of the provider: the browser leaves for it, or shows it here. */
export const LeaveStep = ({ shown: { page } }: { readonly shown: StepOf<'leave'> }) =>
  page.kind === 'frame' ? (
    <>
      <p data-el="text">Kart bilgileriniz ödeme kuruluşunun güvenli sayfasında alınır.</p>
      <iframe src={page.url} title="Kart bilgileri" />
    </>
  ) : (
    <>
      <p data-el="text">Ödeme kuruluşunun güvenli sayfasına yönlendiriliyorsunuz.</p>
      <p>
        <a data-el="button" data-axis-kind="primary" href={page.url} rel="noreferrer">
          Ödeme sayfasına git
        </a>
      </p>
    </>
  );

const NEVER_TAKEN =
  'Ödeme alınamadı ve kartınızdan çekim yapılmadı. Yeniden deneyebilir veya başka bir yol seçebilirsiniz.';

const WORDS: Readonly<Record<Standing['payment']['state'], string>> = {
  begun: 'Ödemenizin sonucunu bekliyoruz. Bu sayfa kendini yeniler.',
  captured: 'Ödemeniz alındı, siparişiniz hazırlanıyor. Bu sayfa kendini yeniler.',
  failed: NEVER_TAKEN,
  unknown: 'Ödemenin sonucu henüz bilinmiyor. Mağaza inceliyor; lütfen yeniden ödemeden önce mağazaya danışın.',
  returning: 'Sipariş oluşturulamadı. Ödemeniz kartınıza iade ediliyor.',
  returned: 'Sipariş oluşturulamadı. Ödemeniz kartınıza iade edildi.',
  not_returned: 'Sipariş oluşturulamadı. Ödemenizin iadesi için mağazaya danışın.',
};

/** Whether a payment may still change by itself: who looks at it looks again. */
export const isUnderWay = ({ payment, order }: Standing): boolean =>
  order === null && (payment.state === 'begun' || payment.state === 'captured');

/** How a payment stands that has brought no order yet. */
export const PaymentStep = ({ page, shown }: { readonly page: Page; readonly shown: StepOf<'payment'> }) => {
  const { standing, again, anew, isFramed } = shown;
  const { state } = standing.payment;
  const target = isFramed ? '_top' : undefined;
  return (
    <>
      <Notices page={page} told={[{ kind: isUnderWay(standing) ? 'info' : 'error', text: WORDS[state] }]} />
      <p data-actions="">
        {isUnderWay(standing) ? (
          <a data-el="button" data-axis-kind="primary" href={page.links.to(again)} target={target}>
            Sonucu göster
          </a>
        ) : (
          <a data-el="button" data-axis-kind="primary" href={page.links.to(anew)} target={target}>
            Yeniden öde
          </a>
        )}
      </p>
    </>
  );
};
