import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ProblemError } from '../api/client';
import { useSetup } from '../api/queries';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { CodeInput } from './code-input';
import { CurrentPassword } from './current-password';
import { Entrance } from './entrance';
import { useSending } from './sending';
import type { SessionState } from './session';

interface SignInProps {
  readonly signIn: SessionState['signIn'];
  readonly isOver: boolean;
}

export function SignIn({ signIn, isOver }: SignInProps) {
  const texts = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isAwaited = useSetup().data?.awaited ?? false;
  const [needed, setNeeded] = useState<{ readonly withoutCode: boolean } | null>(null);
  const { busy, error, submit } = useSending(() =>
    signIn(email.trim(), password).catch((refused: ProblemError) => {
      if (refused.problem?.code !== 'second_factor_needed') throw refused;
      setNeeded({ withoutCode: refused.problem.withoutCode === true });
    }),
  );
  if (isAwaited)
    return (
      <Entrance title={texts.session.signIn} lead={texts.session.lead}>
        <Alert color="blue">{texts.setup.awaited}</Alert>
      </Entrance>
    );
  if (needed)
    return (
      <SecondStep
        {...needed}
        send={(code) => signIn(email.trim(), password, code)}
        onBack={() => {
          setNeeded(null);
          setPassword('');
        }}
      />
    );
  return (
    <Entrance title={texts.session.signIn} lead={texts.session.lead}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.session.email}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <CurrentPassword label={texts.session.password} value={password} onChange={setPassword} />
          {isOver && !error && <Alert color="blue">{texts.session.over}</Alert>}
          {error && <Failure error={error} />}
          <Button type="submit" loading={busy} fullWidth>
            {texts.session.signIn}
          </Button>
          <Anchor component={Link} href="/forgot" size="sm" ta="center">
            {texts.session.forgot}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}

interface SecondStepProps {
  /** Some stores of the address need no code. */
  readonly withoutCode: boolean;
  /** @param code null: goes on with those stores that need none */
  send(code: string | null): Promise<void>;
  onBack(): void;
}

/** Asks for the code, once the password was right. */
function SecondStep({ withoutCode, send, onBack }: SecondStepProps) {
  const { secondFactor, session } = useText();
  const [code, setCode] = useState('');
  const { busy, error, submit } = useSending(() => send(code.trim()));
  const without = useSending(() => send(null));
  const failure = error ?? without.error;
  return (
    <Entrance title={secondFactor.signInTitle} lead={secondFactor.signInLead}>
      <form onSubmit={submit}>
        <Stack>
          <CodeInput value={code} onChange={setCode} autoFocus />
          {failure && <Failure error={failure} />}
          <Button type="submit" loading={busy} fullWidth>
            {session.signIn}
          </Button>
          {withoutCode && (
            <Anchor component="button" type="button" size="sm" onClick={without.submit}>
              {secondFactor.withoutCode}
            </Anchor>
          )}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {secondFactor.back}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
