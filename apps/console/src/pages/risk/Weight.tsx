/** How much a kind of flag says, of 100. */
export function Weight({ of }: { of: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <meter
        min={0}
        max={100}
        low={50}
        high={75}
        optimum={10}
        value={of}
        style={{ width: 56 }}
        aria-label={`权重 ${of}`}
      />
      {of}
    </span>
  )
}
