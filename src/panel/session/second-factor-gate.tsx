import { Anchor, Stack } from '@mantine/core';
import { useState } from 'react';
import { passkeyTexts } from '../text/passkeys';
import { useText } from '../text/text';
import { Enrolment } from './enrolment';
import { Entrance } from './entrance';
import { NewPasskey } from './new-passkey';
import { knowsPasskeys } from './passkey-button';

interface SecondFactorGateProps {
  /** Is called once the second step is on. */
  onDone(): void;
  signOut(): Promise<void>;
}

/** The one page of an owner whose store requires a second step that is not on yet. */
export function SecondFactorGate({ onDone, signOut }: SecondFactorGateProps) {
  const { secondFactor, session, language } = useText();
  const words = passkeyTexts[language];
  const [byPasskey, setByPasskey] = useState(false);
  return (
    <Entrance title={secondFactor.gateTitle} lead={secondFactor.gateLead}>
      <Stack>
        {byPasskey ? <NewPasskey onDone={onDone} /> : <Enrolment onDone={onDone} />}
        {knowsPasskeys() && (
          <Anchor component="button" type="button" size="sm" onClick={() => setByPasskey(!byPasskey)}>
            {byPasskey ? words.byAuthenticator : words.byPasskey}
          </Anchor>
        )}
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {session.signOut}
        </Anchor>
      </Stack>
    </Entrance>
  );
}
