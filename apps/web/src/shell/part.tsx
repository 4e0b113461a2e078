import { Component, type ReactNode, Suspense } from 'react';
import { words } from '../words/index.ts';
import { Notice } from './messages/notice.tsx';
import { ReloadButton } from './controls/reload-button.tsx';
import { showToast } from './messages/toast.tsx';
import { KeysHeld } from './type-ahead/keys-held.tsx';

interface PartProps {
  readonly children: ReactNode;
  /** Called instead of showing a whole screen: whoever opened the part takes it away again. */
  readonly onFailed?: () => void;
  /** Shown until it has come; without it nothing is. */
  readonly toCome?: ReactNode;
  /** It takes the keyboard when it comes: until then no key goes anywhere else, and Escape does what its failure would. */
  readonly takesKeys?: boolean;
}

/** A part of the page whose code may still have to come. Where it does not come, or fails, that is said, and the rest goes on. */
export class Part extends Component<PartProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    const { onFailed } = this.props;
    if (onFailed === undefined) {
      // What was drawn before React has nobody who takes it over.
      document.querySelector('.page-begun')?.remove();
      return;
    }
    showToast({ text: `${words.problems.stoppedPart} ${words.problems.stoppedText}` });
    onFailed();
  }

  override render() {
    const { children, onFailed, toCome = null, takesKeys = false } = this.props;
    const held = takesKeys && onFailed !== undefined ? <KeysHeld onLeave={onFailed} /> : null;
    if (!this.state.hasFailed) return <Suspense fallback={toCome ?? held}>{children}</Suspense>;
    if (onFailed !== undefined) return null;
    return (
      <Notice title={words.problems.stoppedTitle} text={words.problems.stoppedText}>
        <ReloadButton />
      </Notice>
    );
  }
}
