import { Component, type ReactNode } from 'react'
import { Failed } from '../../ui/states.tsx'

/** Keeps a page that breaks, or whose code cannot be fetched, from taking the app with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    // Code that failed to load is remembered as failed: only a new start fetches it again.
    return this.state.broken ? (
      <main className="page">
        <Failed onRetry={() => location.reload()} />
      </main>
    ) : (
      this.props.children
    )
  }
}
