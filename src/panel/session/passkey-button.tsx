import { Button } from '@mantine/core';
import { useSending } from './sending';

/** Whether browsers know passkeys at this address: they need a name, behind https or of this machine. */
export const knowsPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** The script that speaks to authenticators comes when somebody uses one. */
export const withPasskeys = () => import('./passkeys');

interface PasskeyButtonProps {
  readonly label: string;
  /** Lets the owner use a passkey, and sends the answer. */
  use(): Promise<void>;
  /** Is told of what went wrong, and of null before each try. */
  onError(error: ReturnType<typeof useSending>['error']): void;
}

/** Goes on by a passkey, in the place of what the form asks for. */
export function PasskeyButton({ label, use, onError }: PasskeyButtonProps) {
  const { busy, submit } = useSending(async () => {
    onError(null);
    await use().catch(onError);
  });
  return (
    <Button variant="default" fullWidth loading={busy} onClick={submit}>
      {label}
    </Button>
  );
}
