import type { Drawn } from '../jsx/jsx-runtime';
import type { StepShown } from '../sale/shown';
import { AddressStep } from './address-step';
import { ConfirmStep } from './confirm-step';
import { FindStep } from './find-step';
import { FollowStep } from './follow-step';
import type { Page } from './page';
import { LeaveStep, PaymentStep } from './payment-step';
import { PlacedStep } from './placed-step';
import { WaysStep } from './ways-step';

/** Headings of the steps, which stand in the tab of the browser, too. */
export function stepTitle(shown: StepShown): string {
  switch (shown.step) {
    case 'address':
      return 'Teslimat bilgileri';
    case 'ways':
      return 'Kargo ve ödeme';
    case 'confirm':
      return 'Siparişi onaylayın';
    case 'leave':
      return 'Kartla ödeme';
    case 'payment':
      return 'Ödemenizin durumu';
    case 'placed':
      return 'Siparişiniz alındı';
    case 'find':
      return 'Siparişinizi izleyin';
    case 'follow':
      return 'Siparişiniz';
  }
}

/** A step from the cart to an order. */
export const CheckoutStep = ({ page }: { readonly page: Page }): Drawn | null => {
  if (page.main?.kind !== 'checkout') return null;
  const shown = page.main.value;
  return (
    <section data-el="section" data-axis-tone="plain" data-axis-width="narrow">
      <div data-part="inner">
        <h1 data-el="heading" data-axis-level="1">
          {stepTitle(shown)}
        </h1>
        <div data-stack="">
          <Shown page={page} shown={shown} />
        </div>
      </div>
    </section>
  );
};

const Shown = ({ page, shown }: { readonly page: Page; readonly shown: StepShown }) => {
  switch (shown.step) {
    case 'address':
      return <AddressStep page={page} shown={shown} />;
    case 'ways':
      return <WaysStep page={page} shown={shown} />;
    case 'confirm':
      return <ConfirmStep page={page} shown={shown} />;
    case 'leave':
      return <LeaveStep shown={shown} />;
    case 'payment':
      return <PaymentStep page={page} shown={shown} />;
    case 'placed':
      return <PlacedStep page={page} shown={shown} />;
    case 'find':
      return <FindStep page={page} shown={shown} />;
    case 'follow':
      return <FollowStep page={page} shown={shown} />;
  }
};
