"""A second scorer for the two historical variants, written from their description alone and naively."""

SUCCESS = {
    5: "10 10 10 10 15 15 15 15 15",
    6: "15 15 15 20 20 20 20 20",
    7: "20 20 20 20 25 25 25",
    8: "25 25 25 30 30 30",
    9: "35 35 35 40 40",
    10: "45 45 50 50",
    11: "65 70 70",
    12: "105 115",
    13: "170",
}
FAILURE = {
    5: "10 20 30 40 50",
    6: "15 25 35 45 55 65",
    7: "20 30 40 50 60 70 80",
    8: "25 35 45 55 70 85 100 115",
    9: "35 45 55 65 80 95 110 125 140",
    10: "45 55 70 80 95 110 125 140 155 170",
    11: "70 80 95 110 125 140 155 170 185 200 220",
    12: "120 130 145 160 180 200 220 240 260 280 300 320",
    13: "180 200 220 240 260 280 300 320 340 360 390 420 450",
}
FLAT = {
    "american": {"little-misere": 20, "grand-misere": 40, "little-spread": 80, "grand-spread": 160},
    "fontainebleau": {
        "little-misere": 75,
        "piccolissimo": 100,
        "grand-misere": 150,
        "little-misere-shown": 200,
        "grand-misere-shown": 250,
    },
}
BLACK = {5: 10, 6: 30, 7: 50, 8: 70, 9: 90, 10: 110, 11: 130, 12: 150, "slam": 400, "slam-shown": 600}


def score(sheet):
    """Number, changes and kitty after each deal."""
    n, kitty = len(sheet["players"]), sheet.get("opening_kitty", 0)
    dealer, number, feed, rows = sheet.get("first_dealer", 0), 0, True, []
    for deal in sheet["deals"]:
        dealer = deal.get("dealer", dealer)
        change, kind = [0] * n, deal.get("kind", "played")
        if kind == "misdeal":
            rows.append((None, change, kitty))
            continue
        number += 1
        four = [s for s in range(n) if not (n > 4 and s == dealer) and not (n == 6 and s == (dealer + 3) % 6)]
        if sheet["rules"] == "american":
            if feed:
                change = [-10] * n
                kitty += 10 * n
            kitty, feed = american(deal, kind, four, change, kitty)
        else:
            change[dealer] -= 5
            kitty = fontainebleau(deal, kind, four, change, kitty + 5, number)
        rows.append((number, change, kitty))
        dealer = (dealer + 1) % n
    return rows


def american(deal, kind, four, change, kitty):
    """The kitty, and whether it was won."""
    if kind == "passed":
        taken = deal["seat_tricks"]
        best = max(taken)
        if taken.count(best) == 1:
            for s in four:
                change[s] += 10 * (best - taken[s])
                change[taken.index(best)] -= 10 * (best - taken[s])
        return kitty, False
    who, code, tricks = deal["declarer"], deal["contract"], deal["tricks"]
    if code in FLAT["american"]:
        price, made, high = FLAT["american"][code], tricks == 0, True
    else:
        bid = 13 if code == "slam" else int(code)
        made, high = tricks >= bid, bid >= 7
        table = SUCCESS if made else FAILURE
        price = int(table[bid].split()[tricks - bid if made else bid - tricks - 1])
    for s in four:
        if s != who:
            change[s] += -price if made else price
            change[who] += price if made else -price
    if made:
        if high and not deal.get("unclaimed"):
            change[who] += kitty
            return 0, True
        return kitty, False
    room = max(0, min(kitty, 250 - kitty))
    change[who] -= room
    return kitty + room, False


def fontainebleau(deal, kind, four, change, kitty, number):
    """The kitty after the deal."""
    if kind == "passed":
        fewest = [s for s in four if deal["seat_tricks"][s] == min(deal["seat_tricks"][f] for f in four)]
        for s in fewest:
            change[s] += kitty // len(fewest)
        return kitty % len(fewest)
    who, code, tricks, helper = deal["declarer"], deal["contract"], deal["tricks"], deal.get("helper")
    bid = int(code) if code.isdigit() else code
    if code in FLAT["fontainebleau"]:
        price, made = FLAT["fontainebleau"][code], tricks == (1 if code == "piccolissimo" else 0)
    else:
        step = {"slam": 50, "slam-shown": 100}.get(code, 10)
        price = BLACK[bid] + step * {"hearts": 1, "diamonds": 2}.get(deal["trump"], 0)
        goal = 13 if code.startswith("slam") else bid if helper is None else min(bid + 3, 13)
        made = tricks >= goal
        if not code.startswith("slam"):
            price += 5 * abs(tricks - goal)
    n = len(change)
    others = [s for s in [(who + i) % n for i in range(1, n)] if s in four and s != helper]
    against = dict.fromkeys(others, who)
    if helper is not None:
        against[others[1]] = helper
    for s, partner in against.items():
        change[s] += -price if made else price
        change[partner] += price if made else -price
    claimed = not deal.get("unclaimed")
    if made and claimed:
        change[who] += kitty if helper is None else kitty - kitty // 2
        if helper is not None:
            change[helper] += kitty // 2
        return 0
    if not made:
        for s in set(against.values()):
            change[s] -= price
            kitty += price
        if number == 12 and claimed:
            for s in others:
                change[s] += kitty // len(others)
            kitty %= len(others)
    return kitty
