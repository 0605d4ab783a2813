import { Component, type ReactNode } from "react";

type Props = { readonly children: ReactNode; readonly instead: ReactNode };

/** Shows a fallback where a part cannot be drawn, so that the rest of the window keeps working. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
