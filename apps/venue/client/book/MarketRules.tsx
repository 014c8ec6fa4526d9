type Props = { markets: readonly (readonly [name: string, rule: string])[] }

/** How each market of a book is settled. */
export function MarketRules({ markets }: Props) {
  return (
    <table className="tb rules">
      <thead>
        <tr>
          <th scope="col">玩法</th>
          <th scope="col">怎么算</th>
        </tr>
      </thead>
      <tbody>
        {markets.map(([name, rule]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{rule}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
