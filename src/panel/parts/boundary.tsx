import { Component, type ReactNode } from 'react';
import type { ProblemError } from '../api/client';
import { useForget } from '../api/queries';
import { Failure } from './states';

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Catches a part that cannot be drawn: it says so in its own place, the rest of the panel stays, and trying again is one press away. */
export const Boundary = ({ children }: BoundaryProps) => <Catcher forget={useForget()}>{children}</Catcher>;

interface CatcherProps extends BoundaryProps {
  readonly forget: () => void;
}

interface BoundaryState {
  readonly error: Error | null;
}

class Catcher extends Component<CatcherProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  /** The answer that could not be drawn must not be what the next attempt finds. */
  override componentDidCatch(): void {
    this.props.forget();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Failure error={error as ProblemError} retry={() => this.setState({ error: null })} />;
  }
}
