import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import type { MediaPicture } from './calls.ts'

export const LazyPicker = lazy(() =>
  import('./Picker.tsx').then(module => ({ default: module.Picker })),
)

/** Opens the library; for who may read it. */
export function PickButton({
  disabled = false,
  onPick,
}: {
  disabled?: boolean
  onPick: (picture: MediaPicture) => void
}) {
  const { may } = useOperator()
  const [open, setOpen] = useState(false)
  if (!may('site.read')) return null
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        从素材库选择
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LazyPicker
            onPick={picture => {
              setOpen(false)
              onPick(picture)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
