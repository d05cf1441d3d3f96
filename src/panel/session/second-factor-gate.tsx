import { Anchor, Stack } from '@mantine/core';
import { useText } from '../text/text';
import { Enrolment } from './enrolment';
import { Entrance } from './entrance';

interface SecondFactorGateProps {
  /** Is called once the second step is on. */
  onDone(): void;
  signOut(): Promise<void>;
}

/** The one page of an owner whose store requires a second step that is not on yet. */
export function SecondFactorGate({ onDone, signOut }: SecondFactorGateProps) {
  const { secondFactor, session } = useText();
  return (
    <Entrance title={secondFactor.gateTitle} lead={secondFactor.gateLead}>
      <Stack>
        <Enrolment onDone={onDone} />
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {session.signOut}
        </Anchor>
      </Stack>
    </Entrance>
  );
}
