import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AskedPasskey } from '../../account/passkey/wire';
import type { ProblemError } from '../api/client';
import { useSetup } from '../api/queries';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { CodeInput } from './code-input';
import { CurrentPassword } from './current-password';
import { Entrance } from './entrance';
import { knowsPasskeys, PasskeyButton, withPasskeys } from './passkey-button';
import { useSending } from './sending';
import type { SessionState, SecondStep as Step } from './session';

interface SignInProps {
  readonly signIn: SessionState['signIn'];
  readonly enter: SessionState['enter'];
  readonly isOver: boolean;
}

/** The second step that a log-in needs. */
interface Needed {
  /** Some stores of the address need none. */
  readonly withoutCode: boolean;
  /** The question to a passkey, of a log-in that has one. */
  readonly passkey: AskedPasskey | undefined;
}

/** @throws {ProblemError} that is of something else */
function neededBy(refused: ProblemError): Needed {
  if (refused.problem?.code !== 'second_factor_needed') throw refused;
  const { withoutCode, passkey } = refused.problem;
  return { withoutCode: withoutCode === true, passkey: passkey as AskedPasskey | undefined };
}

export function SignIn({ signIn, enter, isOver }: SignInProps) {
  const texts = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isAwaited = useSetup().data?.awaited ?? false;
  const [needed, setNeeded] = useState<Needed | null>(null);
  const [ofPasskey, setOfPasskey] = useState<ProblemError | null>(null);
  const { busy, error, submit } = useSending(() => {
    setOfPasskey(null);
    return signIn(email.trim(), password).catch((refused: ProblemError) => setNeeded(neededBy(refused)));
  });
  const failure = error ?? ofPasskey;
  if (isAwaited)
    return (
      <Entrance title={texts.session.signIn} lead={texts.session.lead}>
        <Alert color="blue">{texts.setup.awaited}</Alert>
      </Entrance>
    );
  if (needed)
    return (
      <SecondStep
        needed={needed}
        send={(step) => signIn(email.trim(), password, step)}
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
          {isOver && !failure && <Alert color="blue">{texts.session.over}</Alert>}
          {failure && <Failure error={failure} />}
          <Button type="submit" loading={busy} fullWidth>
            {texts.session.signIn}
          </Button>
          {knowsPasskeys() && (
            <PasskeyButton
              label={texts.session.byPasskey}
              use={async () => enter('/v1/auth/passkey', { passkey: await (await withPasskeys()).passkeyToEnter() })}
              onError={setOfPasskey}
            />
          )}
          <Anchor component={Link} href="/forgot" size="sm" ta="center">
            {texts.session.forgot}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}

interface SecondStepProps {
  readonly needed: Needed;
  send(step: Step): Promise<void>;
  onBack(): void;
}

/** Asks for the code or a passkey, once the password was right. */
function SecondStep({ needed, send, onBack }: SecondStepProps) {
  const { secondFactor, session } = useText();
  const [code, setCode] = useState('');
  const [ofPasskey, setOfPasskey] = useState<ProblemError | null>(null);
  const { busy, error, submit } = useSending(() => {
    setOfPasskey(null);
    return send({ code: code.trim() });
  });
  const without = useSending(() => send({ code: null }));
  const showPasskey = useAnswer(needed.passkey, send);
  const failure = ofPasskey ?? error ?? without.error;
  return (
    <Entrance title={secondFactor.signInTitle} lead={secondFactor.signInLead}>
      <form onSubmit={submit}>
        <Stack>
          {needed.passkey && knowsPasskeys() && (
            <PasskeyButton label={secondFactor.usePasskey} use={showPasskey} onError={setOfPasskey} />
          )}
          <CodeInput value={code} onChange={setCode} autoFocus />
          {failure && <Failure error={failure} />}
          <Button type="submit" loading={busy} fullWidth>
            {session.signIn}
          </Button>
          {needed.withoutCode && (
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

/** Answers the question to a passkey. Of each question one answer counts, so another one is asked for after an answer that was refused. */
function useAnswer(asked: AskedPasskey | undefined, send: SecondStepProps['send']): () => Promise<void> {
  const question = useRef(asked);
  const askAgain = () =>
    send({}).then(
      () => undefined,
      (refused: ProblemError) => neededBy(refused).passkey,
    );
  return async () => {
    question.current ??= await askAgain();
    if (!question.current) return;
    const passkey = await (await withPasskeys()).showPasskey(question.current);
    question.current = undefined;
    await send({ passkey });
  };
}
