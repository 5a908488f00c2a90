"""A second scorer for Boston with a kitty, written from the rules alone and naively, to hold the engine against."""


def score(sheet):
    """The `deals`, `closing`, `balances` and `kitty` of a right sheet of these rules."""
    n = len(sheet["players"])
    agreed = sheet.get("options", {})
    ante = agreed.get("ante", 10)
    dealer_ante = agreed.get("dealer_ante", ante)
    single, double = agreed.get("single_tours", 8), agreed.get("double_tours", 2)
    lone_loss = agreed.get("lone_loss", "stays")
    balances, kitty, dealer, counted, senior = (
        [0] * n,
        sheet.get("opening_kitty", 0),
        sheet.get("first_dealer", 0),
        0,
        None,
    )
    rows = []
    for deal in sheet["deals"]:
        kind = deal.get("kind", "played")
        dealer = dealer if deal.get("dealer") is None else deal["dealer"]
        tour = counted // n + 1
        m = 2 if single < tour <= single + double else 1
        change, number = [0] * n, None
        if kind == "misdeal":
            if deal.get("forfeit"):
                change[dealer] -= dealer_ante * m
                kitty += dealer_ante * m
            next_dealer = (dealer - 1) % n if deal.get("fault") else dealer
        else:
            counted += 1
            number = counted
            senior = deal["turned"] if counted == 1 else senior
            four = [
                s for s in range(n) if not (n == 5 and s == dealer) and not (n == 6 and s in (dealer, (dealer + 3) % 6))
            ]
            for s in four:
                put = (dealer_ante if s == dealer else ante) * m
                change[s] -= put
                kitty += put
            if kind == "played":
                kitty = play(deal, four, n, m, senior, lone_loss, kitty, change)
            next_dealer = (dealer - 1) % n
        balances = [b + c for b, c in zip(balances, change, strict=True)]
        rows.append(
            {
                "number": number,
                "dealer": dealer,
                "multiplier": m,
                "deltas": change,
                "kitty": kitty,
                "balances": balances,
            }
        )
        dealer = next_dealer
    result = {"deals": rows}
    if "closing" in sheet:
        shares = [0] * n
        if sheet["closing"]["kitty"] == "divide":
            shares = [kitty // n] * n
            for i in range(kitty % n):
                shares[(dealer - 1 - i) % n] += 1
            kitty = 0
        balances = [b + s for b, s in zip(balances, shares, strict=True)]
        result["closing"] = {"deltas": shares}
    return {**result, "balances": balances, "kitty": kitty, "net": balances, "next_dealer": dealer}


TARIFF = {"simple": (4, 6), "bought": (6, 8), "solo": (10, 12), "nine": (14, 16), "misere": (20, 20)}


def play(deal, four, n, m, senior, lone_loss, kitty, change):
    """Enters what a played deal moves after the antes into `change`; returns the kitty."""
    contract, tricks, who, helper = deal["contract"], deal["tricks"], deal["declarer"], deal.get("helper")
    tariff = TARIFF[contract][1 if deal.get("trump") == senior else 0] * m
    side = [who] if helper is None else [who, helper]
    clockwise = [(who + i) % n for i in range(1, n)]
    opponents = [s for s in clockwise if s in four and s not in side]
    claimed = not deal.get("unclaimed")
    revoke = deal.get("revoke")

    def pay(giver, taker, points):
        change[giver] -= points
        change[taker] += points

    helped = helper is not None
    if helped:
        made, slam = tricks >= 8, tricks == 13
    elif contract in ("simple", "bought"):
        made, slam = tricks >= 5, tricks >= 8
    elif contract == "misere":
        made, slam = tricks == 0, False
    else:
        made, slam = tricks >= {"solo": 8, "nine": 9}[contract], tricks == 13
    if slam:
        tariff *= 2

    if made and revoke in side:
        for s in opponents:
            pay(revoke, s, 2 * m)
    elif made and helped:
        if claimed:
            change[who] += kitty - kitty // 2
            change[helper] += kitty // 2
            kitty = 0
        pay(opponents[0], who, tariff)
        pay(opponents[1], helper, tariff)
    elif made:
        if claimed:
            change[who] += kitty
            kitty = 0
        for s in opponents:
            pay(s, who, tariff)
    elif helped:
        if revoke in side:
            change[revoke] -= 4 * m
            kitty += 4 * m
            for s in opponents:
                pay(revoke, s, 2 * m)
        else:
            own = deal["helper_tricks"]
            for seat, short in ((who, tricks - own < 5), (helper, own < 3)):
                if short:
                    change[seat] -= tariff
                    kitty += tariff
                    for s in opponents:
                        pay(seat, s, 2 * m)
        if claimed:
            for s in opponents:
                change[s] += kitty // 2
            kitty %= 2
    else:
        for s in opponents:
            pay(who, s, tariff)
        if lone_loss == "doubled":
            change[who] -= kitty
            kitty *= 2
        elif lone_loss == "opponents" and claimed:
            for s in opponents:
                change[s] += kitty // 3
            kitty %= 3

    holder = deal.get("boston_holder")
    if holder is not None:
        for s in four:
            if s != holder:
                pay(s, holder, 2 * m)
    if revoke in opponents:
        for s in side:
            pay(revoke, s, 2 * m)
    elif revoke == who and not made and not helped:
        change[who] -= 2 * m
        kitty += 2 * m
        for s in opponents:
            pay(who, s, 2 * m)
    return kitty
